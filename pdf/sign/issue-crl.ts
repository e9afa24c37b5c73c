import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { readCertificate } from '../verify/read-certificate.ts';
import { readChildren, readElement } from '../verify/read-der.ts';
import {
  bitString,
  certificateTime,
  contextTag,
  element,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
} from '../verify/canonical-der/der.ts';

export type CrlRequest = {
  /** DER of the certificate of the authority that issues the list. */
  readonly issuer: Uint8Array;
  readonly issuerKey: KeyObject;
  /** Time in ms UTC, stored in whole seconds. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly revoked?: readonly { readonly serial: Uint8Array; readonly at: number; readonly reason: number }[];
};

/** Issues a certificate revocation list, version 2 (RFC 5280 §5), in DER. */
export async function issueCrl(request: CrlRequest): Promise<Uint8Array> {
  const { issuer, issuerKey, thisUpdate, nextUpdate, revoked = [] } = request;
  const { subject, publicKey } = readCertificate(issuer);
  const algorithm =
    issuerKey.asymmetricKeyType === 'ec'
      ? sequence(objectIdentifier('1.2.840.10045.4.3.2'))
      : sequence(objectIdentifier('1.2.840.113549.1.1.11'), nullValue());
  const keyBits = readChildren(readElement(publicKey, 0x30))[1]!.content.subarray(1);
  const keyId = createHash('sha1').update(keyBits).digest();
  const extension = (id: string, value: Uint8Array) => sequence(objectIdentifier(id), octetString(value));
  const entries = revoked.map(({ serial, at, reason }) =>
    sequence(
      integer(serial),
      certificateTime(at),
      sequence(extension('2.5.29.21', element(0x0a, Uint8Array.of(reason)))),
    ),
  );
  const signedPart = sequence(
    integer(1),
    algorithm,
    subject,
    certificateTime(thisUpdate),
    certificateTime(nextUpdate),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    contextTag(
      0,
      sequence(
        extension('2.5.29.35', sequence(element(0x80, keyId))),
        // The CRL number only has to increase over time.
        extension('2.5.29.20', integer(Math.floor(thisUpdate / 1000))),
      ),
    ),
  );
  const signature = await promisify(sign)('sha256', signedPart, issuerKey);
  return sequence(signedPart, algorithm, bitString(signature));
}
