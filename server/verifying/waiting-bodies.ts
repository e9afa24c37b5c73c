import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of all files that are being sent or looked at. */
const mostBytes = 256 * 1024 * 1024;
/** A body that takes longer gives its place to the next one when there is no room, in ms. */
const mayBeReplacedAfter = 10_000;
/** An upload that takes longer is ended in any case. In ms: 32 MB at 2 Mbit/s. */
const longestUpload = 130_000;

type Held = { sender: string; bytes: number; begun: number; request: FastifyRequest };

/**
 * Room for files that are sent to be verified. Slow bodies cannot close it: when it is full, the one that has been coming
 * for longest makes room. `now` is in ms.
 */
export function openWaitingBodies(now: () => number, { largest }: { largest: number }) {
  const held = new Set<Held>();

  function makeRoom(bytes: number): boolean {
    const used = [...held].reduce((sum, one) => sum + one.bytes, 0);
    if (used + bytes <= mostBytes) return true;
    const [slowest] = [...held]
      .filter(({ request, begun }) => !request.raw.complete && now() - begun > mayBeReplacedAfter)
      .toSorted((one, other) => one.begun - other.begun);
    if (!slowest) return false;
    held.delete(slowest);
    slowest.request.raw.destroy();
    return makeRoom(bytes);
  }

  return {
    /** Keeps room for a request until it is answered; false where there is none, or its sender has enough. */
    hold(request: FastifyRequest, reply: FastifyReply, sender: string, mostOfSender: number): boolean {
      const own = [...held].filter((one) => one.sender === sender).length;
      const length = Number(request.headers['content-length']);
      const bytes = Number.isFinite(length) ? Math.min(length, largest) : largest;
      if (own >= mostOfSender || !makeRoom(bytes)) return false;
      const one = { sender, bytes, begun: now(), request };
      held.add(one);
      const tooSlow = setTimeout(() => request.raw.destroy(), longestUpload);
      request.raw.once('end', () => clearTimeout(tooSlow));
      reply.raw.once('close', () => {
        clearTimeout(tooSlow);
        held.delete(one);
      });
      return true;
    },
  };
}
