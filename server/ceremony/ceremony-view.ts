import { disclosureFor } from '#core/consent/disclosure.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import type { Field } from '#core/field/field.ts';
import type { Language } from '#core/language/language.ts';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import type { Ceremony } from './ceremony.ts';
import type { StoredDraft } from '../records/ceremony-draft-store.ts';
import { othersView } from './others-view.ts';
import type { SignedParts } from './signed-parts.ts';

type Sender = CeremonyAnswer['document']['sender'];
type Context = {
  token: string;
  state: CeremonyAnswer['recipient']['state'];
  via: CeremonyAnswer['recipient']['via'];
  also: CeremonyAnswer['also'];
  sender: Sender;
  passkey: CeremonyAnswer['passkey'];
  draft: StoredDraft | undefined;
  signed: SignedParts;
  language: Language;
};

/** Everything that leaves through a signing link: this recipient's own part, and of the others what is on the pages. */
export function ceremonyView(
  { whole, recipient }: Ceremony,
  { token, state, via, also, sender, passkey, draft, signed, language }: Context,
): CeremonyAnswer {
  const { document, fields } = whole;
  return {
    document: {
      id: document.id,
      title: document.title,
      status: publicStatus(document.status),
      sealing: document.status === 'sealing',
      expirationDate: document.expiresAt?.toISOString() ?? null,
      completedAt: document.completedAt?.toISOString() ?? null,
      sender,
      message: [document.message, recipient.message].filter(Boolean).join('\n\n'),
      fileUrl: `/api/sign/${token}/file`,
      downloadUrl: document.status === 'completed' ? `/api/sign/${token}/download` : null,
      pages: document.pages.map(({ width, height }) => ({ width, height })),
      baseSha256: document.baseSha256,
      delegationAllowed: document.delegationAllowed,
    },
    recipient: {
      id: recipient.id,
      name: recipient.name,
      email: recipient.email,
      role: recipient.role,
      status: recipient.status,
      state,
      signedAt: recipient.actedAt?.toISOString() ?? null,
      via,
      consentWithdrawn: recipient.consentWithdrawnAt !== null,
    },
    also,
    passkey,
    fields: fields.filter(({ recipientId }) => recipientId === recipient.id).sort(inReadingOrder),
    others: othersView(whole, recipient, signed, token),
    draft: draft ? { values: draft.values, savedAt: draft.savedAt.toISOString() } : null,
    disclosure: disclosureFor({ senderName: sender.name, senderEmail: sender.email }, language),
  };
}

function inReadingOrder(a: Field, b: Field): number {
  return a.page - b.page || a.y - b.y || a.x - b.x;
}
