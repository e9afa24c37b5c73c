import type { FastifyReply, FastifyRequest } from 'fastify';

/** Maximum total size of files being received or processed, in bytes. */
const maxBytes = 256 * 1024 * 1024;
/** If there is no room, an upload that has taken longer than this (ms) is dropped for the next one. */
const droppableAfterMs = 10_000;
/** Maximum duration of an upload in milliseconds: 32 MB at 2 Mbit/s. */
const maxUploadMs = 130_000;

type Held = { sender: string; bytes: number; begun: number; request: FastifyRequest };

/**
 * Limits the files sent for verification. When the limit is reached, the longest-running slow upload is
 * dropped, so slow uploads cannot block others. `now` is in milliseconds.
 */
export function openWaitingBodies(now: () => number, { largest }: { largest: number }) {
  const held = new Set<Held>();

  function makeRoom(bytes: number): boolean {
    const used = [...held].reduce((sum, one) => sum + one.bytes, 0);
    if (used + bytes <= maxBytes) return true;
    const [slowest] = [...held]
      .filter(({ request, begun }) => !request.raw.complete && now() - begun > droppableAfterMs)
      .toSorted((one, other) => one.begun - other.begun);
    if (!slowest) return false;
    held.delete(slowest);
    slowest.request.raw.destroy();
    return makeRoom(bytes);
  }

  return {
    /**
     * Reserves room for a request until its response is sent. Returns false if there is none, or if the
     * sender has reached their limit.
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
