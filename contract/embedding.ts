import { z } from 'zod';

const instant = z.string();

/** As in a browser's Origin header: 'https://app.example.com'. */
const origin = z.string().min(1).max(300);

export const embeddingOrigin = z
  .object({ id: z.string(), origin: z.string(), createdAt: instant })
  .meta({ id: 'EmbeddingOrigin' });

/** GET /api/embedding/origins. `available`: whether the plan of the account has embedding in it. */
export const embeddingOrigins = z.object({
  origins: z.array(embeddingOrigin),
  available: z.boolean(),
});

/** POST /api/embedding/origins */
export const addOriginBody = z.strictObject({ origin });

/** POST …/embed: the website whose page will hold the frame. */
export const embedBody = z.strictObject({ origin });

/** POST /api/documents/{id}/embed: the website, and whether the document can be sent from there. */
export const embedEditorBody = z.strictObject({ origin, send: z.boolean().default(false) });

/** The address to put into the frame, once and until then. */
export const embedAddress = z
  .object({ url: z.string(), origin: z.string(), expiresAt: instant })
  .meta({ id: 'EmbedAddress' });
export type EmbedAddress = z.infer<typeof embedAddress>;

/** POST /api/embed/{code}: what the frame is for. The address itself is used up by this. */
export const embedded = z.object({
  /** Whom the frame tells what happens in it, and nobody else. */
  origin: z.string(),
  /** The frame's own address from now on; it opens nothing. */
  id: z.string(),
  token: z.string(),
});
export type Embedded = z.infer<typeof embedded>;

/** POST /api/embed/{code}/editor: what the page in the frame acts by, for one draft. The address is used up by this. */
export const embeddedEditor = z.object({
  origin: z.string(),
  id: z.string(),
  documentId: z.string(),
  send: z.boolean(),
  /** Goes into an Authorization header; it ends with the draft, and then. */
  token: z.string(),
  endsAt: instant,
});
export type EmbeddedEditor = z.infer<typeof embeddedEditor>;
