import { disclosureFor, disclosureText } from '#core/consent/disclosure.ts';
import type { Field } from '#core/field/field.ts';
import type { Language } from '#core/language/language.ts';
import type { EventType } from '#core/trail/event.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import type { StoredRecipient } from '#server/records/document.ts';
import type { SigningRecord } from '#server/evidence/record/signing-record.ts';
import { ada, signedLease } from './signed-lease.ts';

const names: Record<Language, readonly string[]> = {
  en: ['Grace Lindqvist', 'Linus Okafor', 'Hana Sato', 'Ben Whitcombe-Hargreaves'],
  de: ['Grete Müller-Lüdenscheidt', 'Jürgen Weiß', 'Änne Köhler', 'Sönke Großkopf'],
  es: ['María José Núñez', 'Íñigo Álvarez', 'Begoña Peña', 'Joaquín Ordóñez'],
  fr: ['Élodie Lefèvre', 'François Œuvrard', 'Noëlle Château', 'Anaïs Garçon'],
  ar: ['ليلى الأحمد', 'عمر الخطيب', 'سلمى حدّاد', 'يوسف النجار'],
  it: ['Niccolò D’Annunzio', 'Chiara Dell’Orto', 'Mattia Però', 'Giosuè Città'],
  pt: ['João Simões', 'Conceição Magalhães', 'António Leitão', 'Inês Gonçalves'],
  nl: ['Sanne de Vries', 'Joris van der Meij', 'Daniël IJsselstein', 'Noémie Coëlho'],
  pl: ['Łucja Żółkiewska', 'Święcisław Gąsior', 'Małgorzata Dźwigoń', 'Józef Ćwikła'],
  tr: ['İbrahim Işık', 'Gülşen Çağlar', 'Oğuz Şimşek', 'Şirin Ünlü'],
  uk: ['Ганна Ґудзь', 'Євген Їжакевич', 'Мар’яна Щербак', 'Юрій Ільїн'],
  he: ['נועה לוי', 'יואב בן־דוד', 'מיכל שפירא', 'ז׳קלין צ׳רניאק'],
  ja: ['渡邉 直樹', '斎藤 はるか', '高橋 一葉', 'ケネディ 純'],
  'zh-Hans': ['陈晓雨', '欧阳建国', '赵丽颖', '买买提·艾力'],
  'zh-Hant': ['陳曉雨', '歐陽建國', '張雅婷', '瓦歷斯·諾幹'],
  ko: ['김서연', '남궁 민수', '박지훈', '최유리'],
};

/**
 * Returns a lease signed by any number of people in one language. Each signer has a field besides the
 * signature, and there are also a viewer and a copy recipient. For viewing certificates only: the trail's
 * events are realistic but not chained.
 */
export function leaseOfMany(count: number, language: Language, width = 595, height = 842): SigningRecord {
  const lease = signedLease();
  const people = Array.from({ length: count }, (_, at) => signer(lease, at, language));
  const others =
    count < 2 ? [] : [reader(lease, 'viewer', count, language), reader(lease, 'cc', count + 1, language)];
  const signatures = people.map((recipient, at) => ({
    ...lease.signatures[0]!,
    recipient,
    text: recipient.name,
    locale: language,
    typeface: (['caveat', 'dancing-script', 'great-vibes'] as const)[at % 3]!,
    signedAt: new Date(Date.UTC(2026, 2, 2, 10, at)),
  }));
  const fields = people.map((recipient, at): Field => ({
    ...lease.fields[0]!,
    id: `field-${at}`,
    recipientId: recipient.id,
  }));
  const [page] = lease.document.pages;
  return {
    ...lease,
    sender: ada,
    document: { ...lease.document, pages: [{ ...page!, width, height, crop: [0, 0, width, height] }] },
    recipients: [...people, ...others],
    fields,
    values: new Map(fields.map(({ id }) => [id, 'Harbour Lane 7'])),
    signatures,
    events: signingEvents(lease, people, language),
  };
}

function signer({ recipients }: SigningRecord, at: number, language: Language): StoredRecipient {
  const known = names[language];
  return {
    ...recipients[0]!,
    id: `person-${at}`,
    name: at < known.length ? known[at]! : `${known[at % known.length]} ${at}`,
    email: `person.${at}@harbour-lane.example`,
    turn: at + 1,
    role: at % 5 === 4 ? 'approver' : 'signer',
    language,
  };
}

function reader(
  lease: SigningRecord,
  role: 'viewer' | 'cc',
  at: number,
  language: Language,
): StoredRecipient {
  return { ...signer(lease, at, language), role, status: 'waiting', actedAt: null };
}

function signingEvents(
  lease: SigningRecord,
  people: readonly StoredRecipient[],
  language: Language,
): SigningRecord['events'] {
  const disclosure = disclosureFor({ senderName: ada.name, senderEmail: ada.email }, language);
  const consent = {
    disclosureVersion: disclosure.version,
    disclosureSha256: sha256(disclosureText(disclosure)),
  };
  const model = lease.events[0]!;
  const make = (type: EventType, minute: number, id: string | null, data = {}, personal = {}) => ({
    ...model,
    type,
    occurredAt: new Date(Date.UTC(2026, 2, 2, 9, minute)),
    event: { ...model.event, type, actor: { kind: 'recipient' as const, id }, data },
    personal: personal as Record<string, string>,
  });
  const each = people.flatMap(({ id, name, email }, at) => {
    const who = { actor: name, actorEmail: email };
    return [
      make('invitation_issued', at, null, { recipientId: id }),
      make('mail_accepted', at, null, { recipientId: id, mail: 'invitation' }),
      make('document_opened', 58 + at, id, {}, who),
      make('consent_given', 60 + at, id, { ...consent, locale: language }, who),
      make('document_signed', 60 + at, id, {}, who),
    ];
  });
  return [
    model,
    ...each,
    make('reminder_issued', 50, null, { recipientId: people[0]!.id }, { recipientEmail: people[0]!.email }),
    make('all_signed', 60 + people.length, null),
  ];
}
