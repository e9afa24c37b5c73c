import { readRoots } from '#verify/read-roots.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { inFile } from '../judges/look-at.ts';
import { opensslCmsVerify } from '../judges/openssl.ts';
import { judgeWithPdfsig } from '../judges/pdfsig.ts';
import { qpdfCheck } from '../judges/qpdf.ts';

/** Each verifier's objection to the file; an empty string if it has none. */
export type Judgement = { pdfsig: string; qpdf: string; openssl: string; ownPage: string };

type Asked = { upload?: Uint8Array; strangers?: boolean };

/**
 * Verifies a sealed file with three independent programs and with our verify page, and trusts only the given
 * root. Ignores warnings of qpdf about page content that it also gives for the `upload`. Without `strangers`,
 * uses only qpdf and our page.
 */
export async function judgeSealed(
  sealed: Uint8Array,
  rootPem: string,
  { upload, strangers = true }: Asked = {},
): Promise<Judgement> {
  const { accepted, report } = strangers
    ? await opensslCmsVerify(sealed, rootPem)
    : { accepted: true, report: '' };
  return inFile(sealed, async (file) => {
    const { clean, report: complaints } = await qpdfCheck(file);
    const before = clean || upload === undefined || (await inFile(upload, qpdfCheck)).clean;
    const warnsOnly = complaints.includes('operation succeeded with warnings');
    return {
      pdfsig: strangers ? await runPdfsig(file, rootPem) : '',
      qpdf: clean || (!before && warnsOnly) ? '' : complaints,
      openssl: accepted ? '' : report,
      ownPage: await verifyWithOwnPage(sealed, rootPem),
    };
  });
}

async function runPdfsig(file: string, rootPem: string): Promise<string> {
  const signatures = await judgeWithPdfsig(file, rootPem);
  const [only] = signatures;
  if (signatures.length !== 1 || only === undefined) return `${signatures.length} signatures`;
  const { signature, certificate, totalDocumentSigned } = only;
  if (signature !== 'Signature is Valid.') return signature;
  if (certificate !== 'Certificate is Trusted.') return certificate;
  return totalDocumentSigned ? '' : 'not the total document is signed';
}

/**
 * Returns the verdict of the core of the verify page and the command. It has only the root, so it cannot
 * check the log.
 */
export async function verifyWithOwnPage(sealed: Uint8Array, rootPem: string): Promise<string> {
  const { verdict, checks } = await verifyFile(sealed, { roots: readRoots(rootPem), now: Date.now() });
  const found = checks.flatMap(({ findings }) => findings).filter(({ code }) => code !== 'log-not-checked');
  return verdict === 'genuine' && found.length === 0 ? '' : `${verdict}: ${JSON.stringify(found)}`;
}
