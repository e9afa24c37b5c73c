import { X509Certificate } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { takesFile } from '#core/field/kinds.ts';
import { appLanguages } from '#core/language/language.ts';
import { readKeptInk, unpackInk } from '#pdf/image/packed-ink.ts';
import { writePng } from '#pdf/image/png.ts';
import { recordInside } from '#pdf/verify/countersigned/record-inside.ts';
import { certificatesInSeal } from '#pdf/verify/read-seal-certificates.ts';
import { packZip, type ZipEntry } from '../../records/stored-files/pack-zip.ts';
import type { WholeDocument } from '../../records/document-store.ts';
import type { SealingDeps } from './deps.ts';
import type { SealedTrail } from '../../records/trail/sealed-trails.ts';
import { bundleText, bundleTextName } from './bundle-text.ts';
import { endingOfStatus, evidenceFile } from '../certificate/evidence.ts';
import schema from '../certificate/evidence.schema.json' with { type: 'json' };
import { logProofOf } from './seal-document.ts';
import type { SigningRecord } from '../record/signing-record.ts';

type Packing = Pick<SealingDeps, 'db' | 'files' | 'key' | 'clock' | 'timestamps' | 'log' | 'config'>;

/**
 * Streams a ZIP file with everything that proves one document: the sealed file, the current evidence with its
 * schema, the base file, drawn pictures, attached files, certificates and proofs, and a text that explains
 * them.
 */
export async function packBundle(
  services: Packing,
  record: SigningRecord,
  sealed: SealedTrail | undefined,
): Promise<Readable> {
  const entries = [
    ...sealedEntries(record),
    ...(await ownEntries(services, record, sealed)),
    { name: 'base.pdf', sha256: record.document.baseSha256, behind: null },
    ...(await pictureEntries(services, record)),
    ...attachmentEntries(record),
  ];
  return packZip(services.files, entries, { mtime: new Date(services.clock()), entries: 'compressed' });
}

type StoredEntry = Extract<ZipEntry, { sha256: string }>;

function sealedEntries({ document }: WholeDocument): StoredEntry[] {
  const { sealedSha256, augmentation, certificate, sealedFiles } = document;
  const record = certificate ? [{ name: 'record.pdf', sha256: certificate.sha256, behind: null }] : [];
  const separate = (sealedFiles ?? []).map(({ id, sha256 }, at) => ({
    ...{ name: id === CERTIFICATE ? 'certificate.pdf' : `files/${at + 1}.pdf`, sha256, behind: null },
  }));
  return sealedSha256 === null
    ? record
    : [{ name: 'sealed.pdf', sha256: sealedSha256, behind: augmentation }, ...record, ...separate];
}

async function ownEntries(
  services: Packing,
  record: SigningRecord,
  sealed: SealedTrail | undefined,
): Promise<ZipEntry[]> {
  const { timestamps, config } = services;
  const text = (name: string, content: string): ZipEntry => ({ name, bytes: Buffer.from(content) });
  const proof = await logProofOf(services, record.chainHead);
  const [file] = sealedEntries(record);
  const chain = await chainOf(services, file);
  const { document } = record;
  const ending = endingOfStatus(document);
  const evidence = evidenceFile(record, sealed).bytes;
  const facts = {
    isSealed: file !== undefined,
    ending,
    publicUrl: config.publicUrl,
    hasProof: proof !== undefined,
    hasTime: timestamps !== undefined,
    hasAttachments: attachmentEntries(record).length > 0,
  };
  return [
    ...appLanguages.map((language) => text(bundleTextName(language), bundleText(facts, language))),
    { name: 'evidence.json', bytes: evidence },
    text('evidence.schema.json', `${JSON.stringify(schema, null, 2)}\n`),
    text('certificates/seal.pem', pemOf(chain)),
    text('certificates/root.pem', pemOf(chain.slice(-1))),
    ...(timestamps ? [text('certificates/timestamp-roots.pem', timestamps.rootsPem)] : []),
    ...(proof === undefined ? [] : [text('proofs/log-proof.txt', proof)]),
  ];
}

export const pemOf = (chain: readonly Uint8Array[]): string =>
  chain.map((der) => new X509Certificate(der).toString()).join('');

/**
 * Returns the certificates from the sealing certificate to the root, in DER. They are taken from the file,
 * which may have been sealed elsewhere or under an earlier root. Without a readable seal, returns the chain
 * of the current key.
 */
async function chainOf(
  { files, key }: Pick<Packing, 'files' | 'key'>,
  file: StoredEntry | undefined,
): Promise<readonly Uint8Array[]> {
  const own = file
    ? certificatesInSeal(await recordInside(await files.read(file.sha256))).map(({ bytes }) => bytes)
    : [];
  return own.length > 0 ? own : key.chain;
}

/** Each picture is named by the hash of its ink, as in the evidence. */
async function pictureEntries(
  { files }: Pick<Packing, 'files'>,
  { signatures, events }: SigningRecord,
): Promise<ZipEntry[]> {
  const entries = new Map<string, ZipEntry>();
  for (const { recipient, imageSha256, initialsSha256 } of signatures) {
    const act = events.find(
      ({ type, event }) =>
        event.actor.id === recipient.id && (type === 'document_signed' || type === 'document_approved'),
    );
    const drawn = [
      [imageSha256, act?.event.data['inkSha256']],
      [initialsSha256, act?.event.data['initialsInkSha256']],
    ] as const;
    for (const [sha256, ink] of drawn) {
      if (sha256 === null || entries.has(sha256)) continue;
      const name = `pictures/${typeof ink === 'string' ? ink : sha256}.png`;
      entries.set(sha256, { name, bytes: pngOfInk(await files.read(sha256)) });
    }
  }
  return [...entries.values()];
}

/** Each file is named by its hash, as in the value of its field in the evidence, and is included once. */
function attachmentEntries({ fields, values }: Pick<SigningRecord, 'fields' | 'values'>): StoredEntry[] {
  const files = fields
    .filter(({ type }) => takesFile(type))
    .flatMap(({ id }) => readAttachedFile(values.get(id) ?? '') ?? []);
  const byHash = new Map(files.map((file) => [file.sha256, file]));
  return [...byHash.values()].map(({ sha256, name }) => {
    const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? '';
    return { name: `attachments/${sha256}${ending}`, sha256, behind: null };
  });
}

/** Converts ink to a black picture with transparency. The ink hash covers the coverage of each pixel. */
function pngOfInk(kept: Uint8Array): Uint8Array {
  const { width, height, opacity } = unpackInk(readKeptInk(kept));
  const rgba = new Uint8Array(width * height * 4);
  opacity.forEach((covered, at) => rgba.set([0, 0, 0, covered], at * 4));
  return writePng({ width, height, rgba });
}
