import { z } from 'zod';

const instant = z.string();

/** Format of a browser's Origin header: 'https://app.example.com'. */
const origin = z.string().min(1).max(300);

export const embeddingOrigin = z
  .object({ id: z.string(), origin: z.string(), createdAt: instant })
  .meta({ id: 'EmbeddingOrigin' });

/** GET /api/embedding/origins. `available`: true if the account's plan includes embedding. */
export const embeddingOrigins = z.object({
  origins: z.array(embeddingOrigin),
  available: z.boolean(),
});

/** POST /api/embedding/origins */
export const addOriginBody = z.strictObject({ origin });

/** POST …/embed: the website whose page contains the frame. */
export const embedBody = z.strictObject({ origin });

/** POST /api/documents/{id}/embed: the website, and whether the document can be sent from there. */
export const embedEditorBody = z.strictObject({ origin, send: z.boolean().default(false) });

/** The URL for the frame. It can be used once, until it expires. */
export const embedAddress = z
  .object({ url: z.string(), origin: z.string(), expiresAt: instant })
  .meta({ id: 'EmbedAddress' });
export type EmbedAddress = z.infer<typeof embedAddress>;

/** POST /api/embed/{code}: the purpose of the frame. Uses up the URL. */
export const embedded = z.object({
  /** The only origin that receives messages from the frame. */
  origin: z.string(),
  /** The frame's own id from now on; it grants no access. */
  id: z.string(),
  token: z.string(),
});
export type Embedded = z.infer<typeof embedded>;

/** POST /api/embed/{code}/editor: the credentials of the page in the frame for one draft. Uses up the URL. */
export const embeddedEditor = z.object({
  origin: z.string(),
  id: z.string(),
  documentId: z.string(),
  send: z.boolean(),
  /** Sent in an Authorization header. It expires with the draft, and at `endsAt` at the latest. */
  token: z.string(),
  endsAt: instant,
});
export type EmbeddedEditor = z.infer<typeof embeddedEditor>;
