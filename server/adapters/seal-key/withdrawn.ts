import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { replaceFile } from '../../durable-files.ts';
import { readCrl } from '#pdf/verify/revocation/read-crl.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';

/** A certificate that must not be believed any more from a moment on (ms UTC). */
export type Withdrawn = { readonly serial: string; readonly at: number };

const SKEW_MS = 3_600_000;
/** Long enough for readers whose clock, or whose copy of it, is a while behind; and, with the key put away, until it is asked again. */
const DAYS = { atHand: 30, putAway: 400 };
/** The key was in other hands (RFC 5280, 5.3.1). */
const KEY_COMPROMISE = 1;

const pathOf = (dataDir: string): string => join(dataDir, 'keys', 'withdrawn.json');
const listOf = (dataDir: string): string => join(dataDir, 'keys', 'root.crl.base64');

/** Entries are kept for good: a list that forgot one would say that it stands. */
export async function readWithdrawn(dataDir: string): Promise<Withdrawn[]> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(orNothing);
  return text === undefined ? [] : (JSON.parse(text) as Withdrawn[]);
}

/** The earliest moment counts: what was sealed between the theft and today is no better than what came after. */
export async function noteWithdrawn(dataDir: string, one: Withdrawn): Promise<void> {
  const known = await readWithdrawn(dataDir);
  const before = known.find(({ serial }) => serial === one.serial);
  const at = Math.min(one.at, before?.at ?? one.at);
  const rest = known.filter(({ serial }) => serial !== one.serial);
  await replaceFile(pathOf(dataDir), `${JSON.stringify([...rest, { ...one, at }], null, 2)}\n`, 0o600);
}

/** The list as of now, in DER. */
export async function makeList(
  dataDir: string,
  issuer: Uint8Array,
  issuerKey: KeyObject,
  now: number,
  forHow: keyof typeof DAYS = 'atHand',
): Promise<Uint8Array> {
  const revoked = (await readWithdrawn(dataDir)).map(({ serial, at }) => ({
    ...{ serial: Buffer.from(serial, 'hex'), at, reason: KEY_COMPROMISE },
  }));
  const life = { thisUpdate: now - SKEW_MS, nextUpdate: now + DAYS[forHow] * 86_400_000 };
  return issueCrl({ issuer, issuerKey, ...life, revoked });
}

/** The last list that was made before the key of the root was put away; undefined where there is none. */
export async function keptList(dataDir: string): Promise<Uint8Array | undefined> {
  const text = await readFile(listOf(dataDir), 'utf8').catch(orNothing);
  return text === undefined ? undefined : Uint8Array.from(Buffer.from(text, 'base64'));
}

/** When that list is out of date, ms UTC; a list that is not there has been so ever since. */
export async function keptListEnds(dataDir: string): Promise<number> {
  const list = await keptList(dataDir);
  return (list && readCrl(list).nextUpdate) ?? 0;
}

export async function keepList(dataDir: string, list: Uint8Array): Promise<void> {
  await replaceFile(listOf(dataDir), Buffer.from(list).toString('base64'), 0o644);
}

/** In the digits that the list, and the command, name a certificate by. */
export function serialOf(certificate: Uint8Array): string {
  return Buffer.from(readCertificate(certificate).serial).toString('hex');
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
