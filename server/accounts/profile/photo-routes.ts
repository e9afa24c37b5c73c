import { accountRows } from '#contract/accounts/account.ts';
import { MAX_PHOTO } from '#core/preference/photo.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendsUploadedBytes } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findPhoto, photoAddress, savePhoto, type Photo } from './photo-store.ts';
import { lockMemberForUpdate, type Member } from '../../records/preference-store.ts';
import type { ProfileDeps } from './deps.ts';
import { readPng, writePng } from '#pdf/image/png.ts';
import { stripJpeg } from './strip-jpeg.ts';

/** Maximum pixels per side. Browsers send 512, and a small avatar does not need more. */
const maxSide = 2048;

/**
 * Reads a photo by its bytes, ignoring the declared type. A PNG is re-encoded from its pixels; a JPEG keeps
 * only the segments needed to display it. This removes the location, camera and author (S-29).
 */
export function readPhoto(bytes: Uint8Array): { bytes: Uint8Array; mediaType: Photo['mediaType'] } | Refusal {
  if (bytes.length > MAX_PHOTO) return refuse('photo-invalid', 'The photo is larger than 2 MB.');
  const picture = readPng(bytes, { width: maxSide, height: maxSide });
  if (picture) return { bytes: writePng(picture), mediaType: 'image/png' };
  const jpeg = stripJpeg(bytes, maxSide);
  if (jpeg) return { bytes: jpeg, mediaType: 'image/jpeg' };
  return refuse('photo-invalid', 'This is not a readable JPG or PNG. Choose another picture.');
}

/**
 * Routes for the photo of the signed-in user. The request body is the image itself, and its declared type is
 * ignored.
 */
export function photoRoutes(app: App, services: ProfileDeps): void {
  for (const type of ['image/png', 'image/jpeg']) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: MAX_PHOTO }, (_request, body, done) =>
      done(null, body),
    );
  }
  showing(app, services);

  serve(app, accountRows.putPhoto, async ({ user, body }) => {
    const read = Buffer.isBuffer(body) ? readPhoto(body) : noPhoto;
    if (isRefusal(read)) return read;
    const photo = { sha256: await services.files.put(read.bytes), mediaType: read.mediaType };
    await keep(services, user, photo);
    return { photo: photoAddress(photo) };
  });

  serve(app, accountRows.deletePhoto, ({ user }) => keep(services, user, undefined));
}

function showing(app: App, { db, files }: ProfileDeps): void {
  serve(app, accountRows.readPhoto, async ({ user, params, reply }) => {
    const photo = await findPhoto(db, user);
    if (!photo || !photo.sha256.startsWith(params.version) || params.version.length < 16) return unknown;
    const { size, stream } = await files.open(photo.sha256);
    sendsUploadedBytes(reply, { name: 'photo', mediaType: photo.mediaType, disposition: 'inline' });
    // Cacheable, because a new photo has a new URL.
    reply.header('cache-control', 'private, max-age=86400, immutable');
    return reply.header('content-length', size).send(stream);
  });
}

/**
 * Does not delete the old photo's file, because the same bytes may be a signed attachment or a logo of any
 * account. The periodic cleanup deletes it if it is unused.
 */
async function keep({ db, clock }: ProfileDeps, member: Member, photo: Photo | undefined): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMemberForUpdate(tx, member);
    await savePhoto(tx, member, photo, clock());
  });
}

const unknown = refuse('not-found', 'This photo does not exist.');
const noPhoto = refuse('photo-invalid', 'Send the content of a JPG or PNG file.');
