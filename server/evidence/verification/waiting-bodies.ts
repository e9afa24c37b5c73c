import type { FastifyReply, FastifyRequest } from 'fastify';

/** Total bytes of all files being received or processed. */
const maxBytes = 256 * 1024 * 1024;
/** If there is no room, a body that takes longer than this (in milliseconds) is dropped for the next one. */
const mayBeReplacedAfter = 10_000;
/** Maximum duration of an upload. Milliseconds: 32 MB at 2 Mbit/s. */
const maxUploadMs = 130_000;

type Held = { sender: string; bytes: number; begun: number; request: FastifyRequest };

/**
 * Creates the limit for files sent for verification. Slow uploads cannot block it: when it is full, the
 * longest-running one is dropped. `now` is in ms.
 */
export function openWaitingBodies(now: () => number, { largest }: { largest: number }) {
  const held = new Set<Held>();

  function makeRoom(bytes: number): boolean {
    const used = [...held].reduce((sum, one) => sum + one.bytes, 0);
    if (used + bytes <= maxBytes) return true;
    const [slowest] = [...held]
      .filter(({ request, begun }) => !request.raw.complete && now() - begun > mayBeReplacedAfter)
      .toSorted((one, other) => one.begun - other.begun);
    if (!slowest) return false;
    held.delete(slowest);
    slowest.request.raw.destroy();
    return makeRoom(bytes);
  }

  return {
    /**
     * Reserves room for a request until its response is sent; false if there is none or the sender has
     * reached the limit.
     */
    hold(request: FastifyRequest, reply: FastifyReply, sender: string, mostOfSender: number): boolean {
      const own = [...held].filter((one) => one.sender === sender).length;
      const length = Number(request.headers['content-length']);
      const bytes = Number.isFinite(length) ? Math.min(length, largest) : largest;
      if (own >= mostOfSender || !makeRoom(bytes)) return false;
      const one = { sender, bytes, begun: now(), request };
      held.add(one);
      const tooSlow = setTimeout(() => request.raw.destroy(), maxUploadMs);
      request.raw.once('end', () => clearTimeout(tooSlow));
      reply.raw.once('close', () => {
        clearTimeout(tooSlow);
        held.delete(one);
      });
      return true;
    },
  };
}
