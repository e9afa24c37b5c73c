import { disclosureFor } from '#core/consent/disclosure.ts';
import { withFirstPages } from '#core/document/files.ts';
import { signaturesBefore } from '#core/document/file-note.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import { endOfDay, signingDay } from '#core/field/values/date-text.ts';
import type { Field } from '#core/field/field.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import { signatureLines } from '#core/field/signature-line.ts';
import { referredFields } from '#core/field/rules/earlier-fields.ts';
import type { Language } from '#core/language/language.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import type { Ceremony } from './ceremony.ts';
import type { StoredDocument } from '../../records/document.ts';
import { needsSeparateFiles } from '../../records/trail/separate-files.ts';
import type { StoredDraft } from '../../records/ceremony-draft-store.ts';
import { othersView } from './others-view.ts';
import { shownSha256 } from './shown-page.ts';
import { earlierFor, type SignedParts } from './signed-parts.ts';

type Sender = CeremonyAnswer['document']['sender'];
type Context = {
  token: string;
  state: CeremonyAnswer['recipient']['state'];
  via: CeremonyAnswer['recipient']['via'];
  also: CeremonyAnswer['also'];
  sender: Sender;
  brand: CeremonyAnswer['document']['brand'];
  passkey: CeremonyAnswer['passkey'];
  draft: StoredDraft | undefined;
  signed: SignedParts;
  returnUrl: string | null;
  thanks: CeremonyAnswer['document']['thanks'];
  language: Language;
  now: number;
};

/**
 * Everything that a signing link exposes: this recipient's own part, and what the pages show of other
 * recipients.
 */
export function ceremonyView({ whole, recipient, stored }: Ceremony, context: Context): CeremonyAnswer {
  const { token, state, via, also, sender, brand, passkey, draft, signed } = context;
  const { returnUrl, thanks, language, now } = context;
  const { document, fields } = whole;
  const sealedUrl = (file: string) =>
    document.sealedFiles?.some(({ id }) => id === file)
      ? addressOf(ceremonyPaths.downloadSealed, { params: { token }, query: { file } })
      : null;
  const today = signingDayView(document, state === 'signed' ? recipient.actedAt : null, now);
  const own = fields.filter(({ recipientId }) => recipientId === recipient.id).sort(inReadingOrder);
  return {
    document: {
      id: document.id,
      title: document.title,
      status: publicStatus(document.status),
      sealing: document.status === 'sealing',
      expirationDate: document.expiresAt?.toISOString() ?? null,
      completedAt: document.completedAt?.toISOString() ?? null,
      // Properties are listed one by one, because the stored sender has more than recipients may see.
      sender: { name: sender.name, email: sender.email },
      brand,
      message: [document.message, recipient.message].filter(Boolean).join('\n\n'),
      fileUrl: addressOf(ceremonyPaths.readCeremonyFile, { params: { token } }),
      downloadUrl:
        document.status === 'completed' && state !== 'chosen-files'
          ? addressOf(ceremonyPaths.downloadSealed, { params: { token } })
          : null,
      recordUrl: document.certificate ? addressOf(ceremonyPaths.downloadRecord, { params: { token } }) : null,
      signedBefore: signaturesBefore(document),
      pages: document.pages.map(({ width, height }) => ({ width, height })),
      files: withFirstPages(document.files ?? []).map(({ id, title, kind, firstPage, pages }) => ({
        ...{ id, title, kind, firstPage, pageCount: pages },
        sealedUrl: sealedUrl(id),
      })),
      zipUrl: document.sealedFiles ? addressOf(ceremonyPaths.downloadSealedSet, { params: { token } }) : null,
      certificateUrl: sealedUrl(CERTIFICATE),
      filesSealing: needsSeparateFiles(stored),
      baseSha256: document.baseSha256,
      formats: document.formats ?? null,
      shownSha256: shownSha256({ whole, recipient }),
      returnUrl,
      thanks,
      delegationAllowed: document.delegationAllowed,
      signatureKinds: document.signatureKinds && [...document.signatureKinds],
    },
    recipient: {
      id: recipient.id,
      name: recipient.name,
      email: recipient.email,
      role: recipient.role,
      status: recipient.status,
      state,
      signatureLines: signatureLines(
        recipient,
        (state === 'signed' ? recipient.actedAt?.getTime() : undefined) ?? today,
        document,
      ),
      signedAt: recipient.actedAt?.toISOString() ?? null,
      via,
      consentWithdrawn: recipient.consentWithdrawnAt !== null,
    },
    also,
    passkey,
    fields: own,
    earlier: state === 'waiting' ? [] : referredFields(own, earlierFor(whole, recipient, signed)),
    signingDay: today,
    others: othersView(whole, recipient, signed, token),
    draft: draft ? { values: draft.values, savedAt: draft.savedAt.toISOString() } : null,
    disclosure: disclosureFor({ senderName: sender.name, senderEmail: sender.email }, language),
  };
}

function signingDayView(
  { formats }: Pick<StoredDocument, 'formats'>,
  actedAt: Date | null,
  now: number,
): CeremonyAnswer['signingDay'] {
  const shown = signingDay(actedAt?.getTime() ?? now, formats);
  return { ...shown, endsAt: actedAt ? null : new Date(endOfDay(now, shown.timeZone)).toISOString() };
}

function inReadingOrder(a: Field, b: Field): number {
  return a.page - b.page || a.y - b.y || a.x - b.x;
}
