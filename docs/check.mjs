import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, inflateSync } from 'node:zlib';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const claim = (holds, what) => {
  if (holds) return;
  console.log(`NOT GENUINE: ${what}`);
  process.exit(1);
};
const isObject = (value) => value !== null && typeof value === 'object';
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
};
const same = (one, other) => canonical(one) === canonical(other);
const has = (object, ...names) => isObject(object) && same(Object.keys(object).sort(), names.sort());

// 1. The file: read from its last bytes through the trailer, as every reader does, and never by searching for
//   words.
const arguments_ = process.argv.slice(2).map((path) => readFileSync(path));
const whole =
  arguments_.find((file) => file.subarray(0, 5).toString('latin1') === '%PDF-') ?? Buffer.from('');
const given = arguments_.find((file) => file[0] === 0x7b);
const keyLine = /^([^\s+]+\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43})(?: since (\S+))?\s*$/gm;
const logFile = arguments_.find((file) => file !== whole && file.toString('latin1').match(keyLine));
const rootPem = arguments_.find((file) => file !== whole && file !== given && file !== logFile);
claim(whole.length > 0, 'name the sealed PDF; an evidence.json alone proves nothing');

/** Returns the objects of a file that ends like a sealed one. */
function open(pdf) {
  const text = pdf.toString('latin1');
  /** Reads one PDF value at `at`: a Map for a dictionary, { ref }, { name }, { hex, start, end } and so on. */
  function readValue(at) {
    const token = (pattern) => {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) at += found[0].length;
      return found;
    };
    const read = () => {
      token(/(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y);
      let found;
      if (token(/<</y)) {
        const entries = new Map();
        const spans = (entries.spans = new Map());
        while (!token(/(?:[\0\t\n\f\r ])*>>/y)) {
          const { name } = read();
          claim(
            name !== undefined && !entries.has(name),
            'the PDF does not have the structure of a sealed file',
          );
          token(/[\0\t\n\f\r ]*/y);
          const start = at;
          entries.set(name, read());
          spans.set(name, { start, end: at });
        }
        return entries;
      }
      if (token(/\[/y)) {
        const items = [];
        while (!token(/[\0\t\n\f\r ]*\]/y)) items.push(read());
        return items;
      }
      if ((found = token(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y))) return { name: found[1] };
      if ((found = token(/<([0-9A-Fa-f\s]*)>/y)))
        return { hex: found[1], start: at - found[0].length, end: at };
      if (text[at] === '(') {
        const start = (at += 1);
        for (let depth = 1; depth > 0; at += 1) {
          claim(at < text.length, 'the PDF does not have the structure of a sealed file');
          if (text[at] === '\\') at += 1;
          else depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
        }
        return { string: text.slice(start, at - 1) };
      }
      if ((found = token(/(\d+) (\d+) R\b/y))) return { ref: Number(found[1]) };
      found = token(/[-+.\d]+|true|false|null/y);
      claim(found, 'the PDF does not have the structure of a sealed file');
      return Number.isNaN(Number(found[0])) ? found[0] : Number(found[0]);
    };
    const value = read();
    return { value, end: at };
  }

  const places = new Map();
  let root;
  let newest;
  let at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1] ?? -1);
  for (let revisions = 0; at !== undefined; revisions += 1) {
    claim(
      at >= 0 && revisions < 99 && /^xref\s/.test(text.slice(at, at + 5)),
      'the PDF does not have the structure of a sealed file',
    );
    at += /^xref\s+/.exec(text.slice(at, at + 20))[0].length;
    for (let head; (head = /^(\d+) (\d+)\s+/.exec(text.slice(at, at + 40)));) {
      at += head[0].length;
      for (let entry = 0; entry < Number(head[2]); entry += 1, at += 20) {
        const num = Number(head[1]) + entry;
        const line = text.slice(at, at + 18);
        if (!places.has(num)) places.set(num, line.endsWith('n') ? Number(line.slice(0, 10)) : undefined);
      }
    }
    claim(text.startsWith('trailer', at), 'the PDF does not have the structure of a sealed file');
    const { value: trailer } = readValue(at + 7);
    newest ??= trailer;
    root ??= trailer.get('Root');
    at = trailer.get('Prev');
  }
  const object = (value) => {
    if (value?.ref === undefined) return value;
    const begin = /^\s*\d+ \d+ obj/.exec(text.slice(places.get(value.ref) ?? text.length).slice(0, 40));
    claim(begin, 'the PDF does not have the structure of a sealed file');
    const { value: read, end } = readValue(places.get(value.ref) + begin[0].length);
    const stream = /^\s*stream\r?\n/.exec(text.slice(end, end + 20));
    if (stream) read.set('stream', end + stream[0].length);
    return read;
  };
  const bytesOf = (stream) => {
    const data = pdf.subarray(stream.get('stream'), stream.get('stream') + object(stream.get('Length')));
    return object(stream.get('Filter'))?.name === 'FlateDecode' ? inflateSync(data) : data;
  };
  return { pdf, text, places, root, trailer: newest, readValue, object, bytesOf };
}

// Long-term validation data ("Augmentation" in evidence.md) follows the sealed file. It is checked below, and
// everything else is checked on the sealed part.
const sealOf = ({ object, root }) => object(object(object(root)?.get('Perms'))?.get('DocMDP'));
const sealedLength = (file) => {
  const range = sealOf(file)?.get('ByteRange');
  return Array.isArray(range) ? range[2] + range[3] : file.pdf.length;
};
const asGiven = open(whole);
const pdf = whole.subarray(0, Math.min(whole.length, sealedLength(asGiven)));
const { places, root, object, bytesOf } = pdf.length === whole.length ? asGiven : open(pdf);

// 2. The seal: one certifying signature over every byte of the file.
const catalog = object(root);
const sealRef = object(catalog.get('Perms'))?.get('DocMDP');
const seal = object(sealRef);
claim(seal instanceof Map && seal.get('SubFilter')?.name === 'ETSI.CAdES.detached', 'the file has no seal');
const [from, before, behind, after] = seal.get('ByteRange');
const { start, end, hex } = seal.get('Contents');
const covers = from === 0 && before === start && behind === end && behind + after === pdf.length;
claim(covers, 'the seal does not cover the whole file');

const der = (bytes, at = 0) => {
  let [length, content] = [bytes[at + 1], at + 2];
  if (length > 0x80) {
    const count = length & 0x7f;
    length = bytes.readUIntBE(content, count);
    content += count;
  }
  return {
    tag: bytes[at],
    content: bytes.subarray(content, content + length),
    all: bytes.subarray(at, content + length),
  };
};
const children = ({ content }) => {
  const list = [];
  for (let at = 0; at < content.length; at += list.at(-1).all.length) list.push(der(content, at));
  return list;
};
const cms = der(Buffer.from(hex, 'hex'));
claim(
  /^[0-9A-F]+$/.test(hex) && /^0*$/.test(hex.slice(cms.all.length * 2)),
  'the signature dictionary has another member',
);
const [, , , held, signers] = children(children(children(cms)[1])[0]);
const certificates = children(held).map(({ all }) => new X509Certificate(all));
const signer = children(children(signers)[0]);
const [, , , attributes, , signature, unsigned] = signer;
const [leaf] = certificates;
const signed = Buffer.concat([Buffer.from([0x31]), attributes.all.subarray(1)]);
claim(
  verify('sha256', signed, leaf.publicKey, signature.content),
  'the signature was not made with the key of its certificate',
);
const digest = sha256(Buffer.concat([pdf.subarray(0, before), pdf.subarray(behind)]));
const said = children(attributes).map((one) => one.all.toString('hex'));
claim(
  said.some((one) => one.endsWith(`0420${digest}`)),
  'the bytes of the file differ from the sealed ones',
);
const fixed = (text) => Buffer.from(text, 'hex');
const naming = children(attributes).find((one) => one.all.includes(fixed('060b2a864886f70d010910022f')));
const names = children(children(children(children(naming)[1])[0])[0]);
claim(
  (names.length === certificates.length || names.length === 1) &&
    names.every((id, place) => children(id)[0].content.toString('hex') === sha256(certificates[place].raw)),
  'the seal names other certificates',
);
certificates.slice(1).forEach((issuer, place) => {
  const one = certificates[place];
  claim(
    one.checkIssued(issuer) && one.verify(issuer.publicKey),
    'the certificates of the seal are not a chain',
  );
});
const top = certificates.at(-1);
claim(names.length > 1 || top.checkIssued(top), 'a certificate of the seal is missing');
// No signature covers the bytes around it, so they must have exactly one form, and s must be the lower of its
// two valid values. Seals from before 2026-11-22 name only one of several certificates, and either value of s
// is accepted for them.
const order256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const order384 = BigInt(`0x${'f'.repeat(48)}c7634d81f4372ddf581a0db248b0a77aecec196accc52973`);
const order = { prime256v1: order256, secp384r1: order384 }[leaf.publicKey.asymmetricKeyDetails.namedCurve];
if (order && names.length === certificates.length) {
  const s = BigInt(`0x${children(der(signature.content))[1].content.toString('hex')}`);
  claim(s <= order / 2n, 'the signature is not encoded as in a seal');
}
// Only a timestamp over the signature may be next to it.
const element = (tag, ...parts) => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
};
const [one, sha] = [fixed('020101'), fixed('300b0609608648016503040201')];
const hashes = { 1: 'sha256', 2: 'sha384', 3: 'sha512' };
const hashOf = (identifier) => {
  const dotted = children(identifier)[0].all.toString('hex');
  const hash = dotted.startsWith('06096086480165030402') ? hashes[Number(dotted.slice(20))] : undefined;
  claim(hash, 'a timestamp uses a hash that is not allowed');
  return hash;
};
const selfSigned = (one) => one.checkIssued(one) && one.verify(one.publicKey);
/** Checks a timestamp token (RFC 3161) over bytes. You decide whether to trust its authority. */
const timestampOf = (token, covered) => {
  const [, content] = children(token);
  const [version, digests, wrapped, chain, signers, ...more] = children(children(content)[0]);
  const info = children(children(wrapped)[1])[0].content;
  const [infoVersion, , imprint, , time] = children(der(info));
  const [imprintHash, imprinted] = children(imprint);
  const imprintedHash = imprinted.content.toString('hex');
  const of = createHash(hashOf(imprintHash)).update(covered).digest('hex');
  claim(of === imprintedHash, 'a timestamp is for other bytes');
  const [, identity, digest, attributes, algorithm, signature, ...rest] = children(children(signers)[0]);
  const path = children(chain).map(({ all }) => new X509Certificate(all));
  const [leaf] = path;
  const [, serial, , issuer] = children(
    children(der(leaf?.raw ?? Buffer.from([0x30, 0])))[0] ?? der(identity.all),
  );
  claim(
    identity.content.equals(Buffer.concat([issuer.all, serial.all])),
    'a timestamp names another certificate',
  );
  const hash = hashOf(digest);
  const value = (type) => {
    const found = children(attributes).filter((one) => children(one)[0].all.toString('hex') === type);
    claim(found.length < 2, 'a timestamp has a member twice');
    return found[0] && children(children(found[0])[1])[0];
  };
  const named = [
    [
      value('060b2a864886f70d010910022f'),
      (id) => (children(id)[0].tag === 0x30 ? children(id)[1] : children(id)[0]),
    ],
    [value('060b2a864886f70d010910020c'), (id) => children(id)[0], 'sha1'],
  ].filter(([list]) => list);
  const isNamed = named.every(([list, read, old]) => {
    const id = children(children(list)[0])[0];
    const own = old ?? (children(id)[0].tag === 0x30 ? hashOf(children(id)[0]) : 'sha256');
    return createHash(own).update(leaf.raw).digest().equals(read(id).content);
  });
  claim(named.length > 0 && isNamed, 'a timestamp names another certificate');
  const signed = Buffer.concat([Buffer.from([0x31]), attributes.all.subarray(1)]);
  claim(
    value('06092a864886f70d010903')?.all.equals(fixed('060b2a864886f70d0109100104')) &&
      value('06092a864886f70d010904')?.content.equals(createHash(hash).update(info).digest()) &&
      verify(hash, signed, leaf.publicKey, signature.content),
    'a timestamp was not made with the key of its certificate',
  );
  const digits = time.content.toString('latin1');
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(digits);
  claim(parts, 'a timestamp has no time');
  const at = Date.UTC(+parts[1], parts[2] - 1, +parts[3], +parts[4], +parts[5], +parts[6]);
  const onlyForTime = leaf.raw.toString('hex').includes('0603551d250101ff040c300a06082b06010505070308');
  claim(
    onlyForTime && at >= Date.parse(leaf.validFrom) && at <= Date.parse(leaf.validTo),
    'a timestamp is not from a timestamp authority',
  );
  const inOrder = path
    .slice(1)
    .every((issuer, place) => path[place].checkIssued(issuer) && path[place].verify(issuer.publicKey));
  const ends = path.findIndex((one) => one.checkIssued(one)) === path.length - 1;
  claim(inOrder && ends && selfSigned(path.at(-1)), 'the certificates of a timestamp are not a chain');
  const bits = { prime256v1: order256, secp384r1: order384 }[leaf.publicKey.asymmetricKeyDetails.namedCurve];
  const s = bits && BigInt(`0x${children(der(signature.content))[1].content.toString('hex')}`);
  const plain = element(0x30, children(digest)[0].all);
  const kind = bits ? algorithm.all : fixed('300d06092a864886f70d0101010500');
  const signerInfo = element(0x30, one, identity.all, plain, attributes.all, kind, signature.all);
  const octets = element(0xa0, element(0x04, info));
  const written = element(
    0x30,
    fixed('020103'),
    element(0x31, plain),
    element(0x30, fixed('060b2a864886f70d0109100104'), octets),
    chain.all,
    element(0x31, signerInfo),
  );
  const whole = element(0x30, fixed('06092a864886f70d010702'), element(0xa0, written));
  const asKept = whole.equals(token.all) && (!bits || s <= bits / 2n) && more.length + rest.length === 0;
  claim(
    asKept && version && digests && infoVersion.content[0] === 1,
    'a timestamp is not encoded as in a sealed file',
  );
  const root = sha256(path.at(-1).raw);
  return { at, path, by: `${leaf.subject.replaceAll('\n', ', ')}; its root certificate: ${root}` };
};
const timestamps = [];
if (unsigned) {
  const [type, tokens] = children(children(unsigned)[0] ?? unsigned);
  const isTimestamp = type?.all.toString('hex') === '060b2a864886f70d010910020e';
  claim(
    isTimestamp && children(unsigned).length === 1 && children(tokens).length === 1,
    'the signature contains a part that is not verified',
  );
  try {
    timestamps.push(timestampOf(children(tokens)[0], signature.content));
  } catch {
    claim(false, 'a timestamp cannot be read');
  }
}
const writtenAsSeals = () => {
  const kind = fixed(order ? '300a06082a8648ce3d040302' : '300d06092a864886f70d0101010500');
  const [, serial, , issuer] = children(children(der(leaf.raw))[0]);
  const identity = element(0x30, issuer.all, serial.all);
  const beside = unsigned ? [unsigned.all] : [];
  const info = element(
    0x30,
    one,
    identity,
    sha,
    attributes.all,
    kind,
    element(0x04, signature.content),
    ...beside,
  );
  const content = element(0x30, fixed('06092a864886f70d010701'));
  const chain = element(0xa0, ...certificates.map(({ raw }) => raw));
  const signedData = element(0x30, one, element(0x31, sha), content, chain, element(0x31, info));
  return element(0x30, fixed('06092a864886f70d010702'), element(0xa0, signedData));
};
claim(writtenAsSeals().equals(cms.all), 'the signature is not encoded as in a seal');
const trusted = rootPem && new X509Certificate(rootPem);
claim(!trusted || trusted.raw.equals(certificates.at(-1).raw), 'the seal is under another root');

// 3. The evidence in the file.
const attached = (object(catalog.get('AF')) ?? []).map(object);
const named = attached.filter((spec) => object(spec.get('F'))?.string === 'evidence.json');
claim(named.length === 1, 'the file has no evidence, or more than one');
const listed = object(object(object(catalog.get('Names'))?.get('EmbeddedFiles'))?.get('Names')) ?? [];
const related = (object(catalog.get('AF')) ?? []).map(({ ref }) => ref);
claim(
  same(
    listed.filter((_, at) => at % 2 === 1).map(({ ref }) => ref),
    related,
  ) &&
    attached.every((spec, at) => {
      const contents = [...object(spec.get('EF')).values()].map(({ ref }) => ref);
      const names = [object(spec.get('F')), object(spec.get('UF')), object(listed[at * 2])];
      return new Set(contents).size === 1 && new Set(names.map((one) => one?.string)).size === 1;
    }),
  'other programs may show different evidence',
);
const evidenceText = bytesOf(object(object(named[0].get('EF')).get('F'))).toString('utf8');
const evidence = JSON.parse(evidenceText);
claim(canonical(evidence) === evidenceText, 'the evidence is not in canonical form');
const { format, version, agreement, document, fields, recipients, disclosures, events, chainHead } = evidence;
claim(format === 'countersign-evidence' && [1, 2, 3].includes(version), 'the format is unknown');
// The record of a document that was not completed contains none of its pages.
const { ending } = evidence;
const members = ['format', 'version', 'document', 'fields', 'disclosures', 'events', 'chainHead'];
claim(
  has(
    evidence,
    ...members,
    ...(version === 1 ? [] : ['agreement', 'recipients']),
    ...(version === 3 ? ['ending'] : []),
  ),
  'a member is missing or unknown',
);

const passkeyConfirms = ({ actor, data }, values) => {
  const kept = (name) => Buffer.from(values.find((one) => one.name === name)?.value ?? '', 'base64url');
  const [client, authenticator] = [kept('clientDataJSON'), kept('authenticatorData')];
  const { type, challenge } = JSON.parse(client);
  const statement = data.agreementSha256
    ? ['countersign passkey 2', data.baseSha256, data.agreementSha256, actor.id, data.nonce]
    : ['countersign passkey', data.baseSha256, actor.id, data.nonce];
  const confirmed = Buffer.concat([authenticator, Buffer.from(sha256(client), 'hex')]);
  const key = createPublicKey({ key: kept('publicKey'), format: 'der', type: 'spki' });
  return (
    type === 'webauthn.get' &&
    Buffer.from(challenge, 'base64url').toString('hex') === sha256(statement.join('\n')) &&
    authenticator.subarray(0, 32).toString('hex') === sha256(data.rpId) &&
    (authenticator[32] & 5) === 5 &&
    verify('sha256', confirmed, key, kept('signature'))
  );
};

const acts = ['document_signed', 'document_approved'];
const changes = ['recipient_corrected', 'recipient_delegated'];
const seen = ['document_opened', 'document_retrieved'];
const rests = ['document_sent', ...seen, 'passkey_confirmed', ...acts, ...changes];
const without = ({ salt, recipients: people, ...rest }, id) =>
  canonical([rest, people.map((one) => (one.id === id ? { ...one, name: '', email: '' } : one))]);

let head = '0'.repeat(64);
let ended;
let inForce;
const opened = new Set();
const consented = new Set();
const acted = new Map();
const agreedTo = [];
events.forEach((one, index) => {
  const place = `event ${index + 1}`;
  const { body, hash, values } = one;
  claim(has(one, 'body', 'hash', 'values'), `${place} has a member too many or too few`);
  claim(sha256(`\u0000${body}`) === hash, `${place} does not match its hash`);
  const event = JSON.parse(body);
  claim(canonical(event) === body, `${place} is not in canonical form`);
  claim(event.seq === index + 1 && event.documentId === document.id, `${place} does not belong here`);
  claim(event.prev === head, `${place} does not follow the one before`);
  const value = {};
  for (const kept of values) {
    const { name, salt } = kept;
    claim(has(kept, 'name', 'salt', 'value') && !(name in value), `${place}: a value too many`);
    const commitment = sha256(`${salt}:${kept.value}`);
    claim(/^[0-9a-f]{32}$/.test(salt) && commitment === event.personal[name], `${place}: ${name} is another`);
    value[name] = kept.value;
  }
  const shared = Object.keys(event.personal).filter((name) => !['ip', 'userAgent', 'reply'].includes(name));
  claim(
    shared.every((name) => name in value),
    `${place}: a value is held back`,
  );
  const { type, data, actor } = event;
  const { disclosureSha256, disclosureVersion, locale, baseSha256 = document.baseSha256 } = data;
  if (type === 'consent_given') {
    const agreed = disclosures.find((one) => one.language === locale && one.version === disclosureVersion);
    claim(agreed && sha256(agreed.text) === disclosureSha256, `${place}: other words`);
    agreedTo.push(`${locale} ${disclosureVersion}`);
    consented.add(actor.id);
  }
  claim(!rests.includes(type) || baseSha256 === document.baseSha256, `${place} is about another file`);
  claim(type !== 'passkey_confirmed' || passkeyConfirms(event, values), `${place}: the passkey says no`);
  if (rests.includes(type) && data.agreementSha256 !== undefined) {
    if (value.agreement === undefined) {
      claim(data.agreementSha256 === inForce?.sha256, `${place} names another agreement`);
    } else {
      const next = JSON.parse(value.agreement);
      claim(
        canonical(next) === value.agreement && sha256(value.agreement) === data.agreementSha256,
        `${place} holds no agreement`,
      );
      const now = next.recipients.find(({ id }) => id === data.recipientId);
      const changed =
        !inForce ||
        (changes.includes(type) &&
          without(inForce.agreed, data.recipientId) === without(next, data.recipientId) &&
          !acted.has(data.recipientId) &&
          now?.name === (value.recipient ?? '') &&
          now?.email === (value.recipientEmail ?? ''));
      claim(changed, `${place} changes more of the agreement than it says`);
      inForce = { sha256: data.agreementSha256, agreed: next };
    }
  }
  if (/^document_(declined|voided|expired)$/.test(type)) ended = type.slice('document_'.length);
  if (type === 'all_signed' || (type === 'expiry_extended' && data.reopened === true)) ended = undefined;
  if (seen.includes(type)) opened.add(actor.id);
  if (changes.includes(type) && data.addressChanged !== false) opened.delete(data.recipientId);
  if (acts.includes(type)) {
    claim(data.linkId === undefined || opened.has(actor.id), `${place}: signed what was never opened`);
    claim(consented.has(actor.id), `${place}: signed without agreeing to the disclosure`);
    claim(!acted.has(actor.id), `${place}: signed twice`);
    acted.set(actor.id, { data, value });
  }
  if (type === 'document_sent') claim((value.title ?? '') === document.title, 'the title differs');
  head = hash;
});
claim(head === chainHead, 'the end of the trail is missing');
claim(ended === ending, 'the trail has another ending');
claim(
  seal.get('Reason')?.string === undefined ||
    !/Trail [0-9a-f]{64}/.test(seal.get('Reason').string) ||
    seal.get('Reason').string.includes(head),
  'the seal names another head',
);
claim(
  disclosures.every((one) => has(one, 'language', 'text', 'version')),
  'a member of a disclosure is missing or unknown',
);
const disclosed = disclosures.map(({ language, version: edition }) => `${language} ${edition}`);
claim(same([...new Set(agreedTo)].sort(), disclosed.toSorted()), 'no recipient agreed to this disclosure');

// 4. The pages: the agreed content, filled with the recorded values, on the base file that everyone was
//   shown.
for (const { id, recipientId, value } of fields) {
  const recorded = acted.get(recipientId)?.value[`field:${id}`] ?? '';
  claim((value ?? '') === recorded, `field ${id} holds something else`);
}
/** Computes a formula with fractions of integers. Returns '' if the result is empty. */
const resultOf = (formula, decimals, inputOf) => {
  const words = formula.matchAll(/\s*(?:(\d+(?:\.\d+)?)|\{([^{}]*)\}|([A-Za-z]+)|(\S))/g);
  const tokens = [...words].map(([, number, name, word, sign]) => ({ number, name, word, sign }));
  const fraction = (text) => {
    const places = text.split('.')[1]?.length ?? 0;
    return { top: BigInt(text.replace('.', '')), below: 10n ** BigInt(places) };
  };
  const rounded = ({ top, below }, places) => {
    const [size, sign] = top < 0n ? [-top, -1n] : [top, 1n];
    return sign * ((size * 10n ** BigInt(places) * 2n + below) / (below * 2n));
  };
  const toPlaces = (value, places) => ({ top: rounded(value, places), below: 10n ** BigInt(places) });
  const dayOf = (time) => {
    const day = new Date(time);
    const year = day.getUTCFullYear();
    return year >= 1 && year <= 9999 ? { time } : undefined;
  };
  const later = ({ time }, { unit, count }) => {
    const day = new Date(time);
    if (unit === 'day') return dayOf(time + count * 86_400_000);
    const month = new Date(0).setUTCFullYear(day.getUTCFullYear(), day.getUTCMonth() + count, 1);
    const next = new Date(month).setUTCMonth(new Date(month).getUTCMonth() + 1, 0);
    return dayOf(month + (Math.min(day.getUTCDate(), new Date(next).getUTCDate()) - 1) * 86_400_000);
  };
  const combine = (sign, one, other) => {
    if (!one || !other) return undefined;
    if (other.unit) return later(one, sign === '-' ? { ...other, count: -other.count } : other);
    if (one.time !== undefined)
      return { top: BigInt(Math.round((one.time - other.time) / 86_400_000)), below: 1n };
    const { top, below } = one;
    if (sign === '*') return { top: top * other.top, below: below * other.below };
    if (sign === '/') {
      if (other.top === 0n) return undefined;
      const sides = { top: top * other.below, below: below * other.top };
      const positive = sides.below < 0n ? { top: -sides.top, below: -sides.below } : sides;
      return toPlaces(positive, 10);
    }
    const right = (sign === '-' ? -other.top : other.top) * below;
    return { top: top * other.below + right, below: below * other.below };
  };
  let at = 0;
  const isNext = (...signs) => signs.includes(tokens[at]?.sign) && tokens[at++].sign;
  const chain = (part, ...signs) => {
    let value = part();
    const plain = { '×': '*', '·': '*', '÷': '/', '−': '-' };
    for (let sign = isNext(...signs); sign; sign = isNext(...signs))
      value = combine(plain[sign] ?? sign, value, part());
    return value;
  };
  const sum = () => chain(product, '+', '-', '−');
  const product = () => chain(signed, '*', '/', '×', '·', '÷');
  const signed = () => {
    if (!isNext('-', '−')) return suffixed();
    const value = signed();
    return value && { ...value, top: -value.top };
  };
  const suffixed = () => {
    let value = single();
    while (isNext('%')) value &&= { ...value, below: value.below * 100n };
    const [, unit] = /^(day|week|month|year)s?$/i.exec(tokens[at]?.word ?? '') ?? [];
    if (!unit) return value;
    at += 1;
    if (!value || value.top % value.below !== 0n) return undefined;
    const times = { day: 1, week: 7, month: 1, year: 12 }[unit.toLowerCase()];
    const count = Number(value.top / value.below) * times;
    if (Math.abs(count) > 200_000_000) return undefined;
    return { unit: /^[dw]/i.test(unit) ? 'day' : 'month', count };
  };
  const single = () => {
    const { number, name, word } = tokens[at++];
    if (number) return fraction(number);
    if (name !== undefined) {
      const { type, value } = inputOf(name.trim());
      if (!value) return undefined;
      return type === 'dateEntry' ? { time: Date.parse(value) } : fraction(value);
    }
    const list = [];
    if (word) at += 1;
    do list.push(sum());
    while (isNext(',', ';'));
    at += 1;
    if (!word) return list[0];
    const [first, places] = list;
    if (word.toLowerCase() === 'round') return first && toPlaces(first, Number(places.top));
    const filled = list.filter(Boolean);
    return filled.length === 0 ? undefined : filled.reduce((one, other) => combine('+', one, other));
  };
  const value = sum();
  if (!value) return '';
  if (value.time !== undefined) return new Date(value.time).toISOString().slice(0, 10);
  const places = decimals ?? 10;
  const digits = rounded(value, places);
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  let after = text.slice(text.length - places);
  if (decimals === undefined) after = after.replace(/0+$/, '');
  if (whole.length > 15) return '';
  if (/^[1-9]\d{0,2}$/.test(whole) && after.length === 3)
    after = after.endsWith('0') ? after.replace(/0+$/, '') : `${after}0`;
  return `${digits < 0n ? '-' : ''}${whole}${after && `.${after}`}`;
};
for (const { id, value, properties = {} } of fields) {
  const { formula, decimals, showWhen } = properties;
  // Only fields that the conditions show can have a value.
  if (formula === undefined || (showWhen && value === null)) continue;
  const owner = fields.find((one) => one.id === id).recipientId;
  if (!acted.has(owner)) continue;
  const inputOf = (name) =>
    fields.find(
      ({ type, label, properties }) =>
        /^(number|dateEntry)$/.test(type) && (properties?.name ?? label).trim() === name,
    );
  claim(resultOf(formula, decimals, inputOf) === (value ?? ''), `field ${id} differs from its formula`);
}
if (version !== 1 && agreement !== null) {
  const { baseBytes: _, ...agreedDocument } = document;
  const agreedFields = fields.map(({ value, ...field }) => field);
  const agreed = canonical({
    salt: agreement.salt,
    document: agreedDocument,
    fields: agreedFields,
    recipients,
  });
  claim(has(agreement, 'salt', 'sha256'), 'a member of the agreement is missing or unknown');
  const right = sha256(agreed) === agreement.sha256 && agreement.sha256 === inForce?.sha256;
  claim(right, 'fields, recipients or title differ from the agreement');
  for (const { id, role } of recipients) {
    const hasPart = role === 'signer' || role === 'approver';
    const right = ending ? hasPart || !acted.has(id) : acted.has(id) === hasPart;
    claim(right, `recipient ${id} did not do their part`);
  }
} else claim(inForce === undefined, 'the agreement is missing');
const baseBytes = ending ? 0 : document.baseBytes;
claim(ending || sha256(pdf.subarray(0, baseBytes)) === document.baseSha256, 'the base file differs');
const pagesOf = (file, node = file.object(file.root).get('Pages')) =>
  file.object(node).has('Kids')
    ? file.object(file.object(node).get('Kids')).flatMap((kid) => pagesOf(file, kid))
    : [node.ref];
const listOf = (file, value) => [file.object(value) ?? []].flat();
const plain = (value) =>
  JSON.stringify(value, (_, one) => (one instanceof Map ? [...one] : one)).replace(
    /"(start|end)":\d+,?/g,
    '',
  );
/**
 * All drawn content must remain, with the same order and names, and all other parts of a page must be
 * unchanged.
 */
const isKept = (base, ref) => {
  const [before, after] = [base.object({ ref }), object({ ref })];
  const drawn = (file, page) =>
    Array.isArray(file.object(page.get('Contents')))
      ? file.object(page.get('Contents'))
      : [page.get('Contents')];
  const notes = (file, page) => listOf(file, page.get('Annots'));
  const free = ['Contents', 'Resources', 'Annots', 'Tabs', 'StructParents', 'stream'];
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => !free.includes(key));
  const begins = (one, other) => one.every((part, at) => plain(part) === plain(other[at] ?? null));
  const added = notes({ object }, after).slice(notes(base, before).length).map(object);
  const resources = base.object(before.get('Resources')) ?? new Map();
  const now = object(after.get('Resources')) ?? new Map();
  return (
    keys.every((key) => plain(before.get(key) ?? null) === plain(after.get(key) ?? null)) &&
    begins(drawn(base, before), drawn({ object }, after)) &&
    begins(notes(base, before), notes({ object }, after)) &&
    added.every((one) => ['Link', 'Widget'].includes(one.get('Subtype')?.name) && !one.has('AP')) &&
    [...resources].every(([kind, value]) => {
      const names = base.object(value);
      const namesNow = object(now.get(kind));
      return (
        !(names instanceof Map) ||
        [...names].every(([name, one]) => plain(one) === plain(namesNow?.get(name) ?? null))
      );
    })
  );
};
if (!ending) {
  const base = open(pdf.subarray(0, baseBytes));
  const before = pagesOf(base);
  claim(same(pagesOf({ object, root }).slice(0, before.length), before), 'the pages differ');
  claim(
    before.every((ref) => isKept(base, ref)),
    'a page differs from the one that was shown',
  );
  for (const [ref, offset] of base.places) {
    const redefined = offset !== undefined && places.get(ref) !== offset ? base.object({ ref }) : undefined;
    const isDrawn =
      redefined instanceof Map && (redefined.has('stream') || redefined.get('Type')?.name === 'Font');
    claim(!isDrawn, 'a part of a page was drawn again');
  }
  const own = ['AF', 'AcroForm', 'DSS', 'Extensions', 'Lang', 'MarkInfo', 'Metadata', 'Names', 'Perms'];
  const written = [...own, 'StructTreeRoot', 'Type', 'Version', 'ViewerPreferences'];
  const opens = base.object(base.root);
  const keys = [...new Set([...opens.keys(), ...catalog.keys()])].filter((key) => !written.includes(key));
  claim(
    keys.every((key) => plain(opens.get(key) ?? null) === plain(catalog.get(key) ?? null)),
    'the file opens differently',
  );
}

// 5. The drawings: each picture added to the base file is ink that a signature names, or a PNG that the value
//   of a field names, and all of these exist.
const spelled = (value) => {
  if (Array.isArray(value)) return `[${value.map(spelled)}]`;
  if (value?.hex !== undefined) return `<${value.hex.toLowerCase()}>`;
  if (!(value instanceof Map)) return value?.name === undefined ? JSON.stringify(value) : `/${value.name}`;
  const entries = [...value].filter(([key]) => key !== 'stream');
  return `<<${entries.map(([key, entry]) => `/${key} ${spelled(entry)}`).sort()}>>`;
};
/** With any other entry in the dictionary of an image, programs would draw its samples in other colors. */
const isWritten = (
  image,
  color,
  { width, height } = { width: image.get('Width'), height: image.get('Height') },
) => {
  const size = [`/Height ${height}`, `/Length ${image.get('Length')}`, `/Width ${width}`];
  const form = [...color, ...size, '/Filter /FlateDecode', '/Subtype /Image', '/Type /XObject'];
  return spelled(image) === `<<${form.sort()}>>`;
};
const inkOf = (image) => {
  const mask = object(image.get('SMask'));
  const [width, height] = [mask.get('Width'), mask.get('Height')];
  const pen = '/ColorSpace [/Indexed,/DeviceRGB,0,<0f1433>]';
  const color = ['/BitsPerComponent 1', pen, `/SMask ${spelled(image.get('SMask'))}`];
  claim(
    isWritten(mask, ['/BitsPerComponent 8', '/ColorSpace /DeviceGray']) &&
      isWritten(image, color, { width, height }) &&
      bytesOf(image).every((indexes) => indexes === 0),
    'a drawn signature is printed in another way than it was drawn',
  );
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return sha256(Buffer.concat([size, bytesOf(mask)]));
};
const leaves = (node) =>
  node.has('Kids') ? object(node.get('Kids')).flatMap((kid) => leaves(object(kid))) : [node];
const sheets = leaves(object(catalog.get('Pages')));
const bare = !ending && sheets.length === document.pages?.length;
const inks = new Set();
const images = new Map();
const masks = new Set();
const faces = new Set();
for (const [num, offset] of places) {
  const value = offset >= baseBytes ? object({ ref: num }) : undefined;
  const font = value instanceof Map && value.get('BaseFont')?.name?.replace(/^[A-Z]{6}\+/, '');
  if (font) faces.add(font.replace('-Regular', ''));
  if (!(value instanceof Map) || value.get('Subtype')?.name !== 'Image') continue;
  if (!value.has('SMask')) {
    images.set(num, value);
    continue;
  }
  masks.add(value.get('SMask').ref);
  inks.add(inkOf(value));
}
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};
const pngOf = (image) => {
  const [width, length] = [image.get('Width'), image.get('Length')];
  const parms = `<</BitsPerComponent 8,/Colors 3,/Columns ${width},/Predictor 15>>`;
  const color = ['/BitsPerComponent 8', '/ColorSpace /DeviceRGB', `/DecodeParms ${parms}`];
  claim(isWritten(image, color), 'a picture is drawn in another way than it was uploaded');
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(image.get('Width'), 0);
  header.writeUInt32BE(image.get('Height'), 4);
  const rows = pdf.subarray(image.get('stream'), image.get('stream') + length);
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    ...[start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))],
  ]);
};
const pictures = [...images].filter(([num]) => !masks.has(num)).map(([, image]) => sha256(pngOf(image)));
const uploaded = fields
  .filter(({ type, value }) => ['image', 'stamp'].includes(type) && value)
  .map(({ value }) => JSON.parse(value).sha256);
claim(ending || uploaded.every((hash) => pictures.includes(hash)), 'an uploaded picture is missing');
claim(
  pictures.every((hash) => uploaded.includes(hash)),
  'there is a picture that no recipient uploaded',
);
const ways = [...acted.values()].map(({ data }) => data);
const drawn = ways.flatMap((data) => [data.inkSha256, data.initialsInkSha256]).filter(Boolean);
const printed = [...acted].flatMap(([id, { data }]) => {
  const placed = (wanted) =>
    !ending &&
    fields.some(({ type, recipientId, value }) => type === wanted && recipientId === id && value !== null);
  return [
    !bare || placed('signature') ? data.inkSha256 : null,
    placed('initial') ? data.initialsInkSha256 : null,
  ];
});
claim(
  printed.filter(Boolean).every((ink) => inks.has(ink)),
  'a drawn signature is missing in the file',
);
const old = ways.some((data) => data.imageSha256 && data.inkSha256 === undefined);
claim(old || [...inks].every((ink) => drawn.includes(ink)), 'there is a picture that no recipient drew');
const faceOf = {
  'dancing-script': 'DancingScript',
  caveat: 'Caveat',
  'great-vibes': 'GreatVibes',
  'marck-script': 'MarckScript',
};
const chosen = ways.map(({ typeface }) => faceOf[typeface ?? 'dancing-script']);
const hands = Object.values(faceOf).filter((face) => faces.has(face));
const lent = [...acted.values()].some(({ value }) =>
  /[^ -~À-ÿ]/.test(`${value.signature ?? ''}${value.initials ?? ''}`),
);
claim(
  lent || hands.every((face) => chosen.includes(face)),
  'a name is in a typeface that no recipient chose',
);

// 6. The certificate, on the pages after those of the document, prints the last hash of this trail. Without such
//   pages it is a separate file.
const lettersOf = (font) => {
  const codes = bytesOf(object(font.get('ToUnicode'))).toString('latin1');
  const unit = (hex) => String.fromCharCode(parseInt(hex, 16));
  const pairs = codes.matchAll(/<([0-9A-F]{4})> <([0-9A-F]*)>/g);
  return new Map([...pairs].map(([, code, text]) => [code, text.replace(/..../g, unit)]));
};
const printedOn = (page) => {
  const fonts = object(object(page.get('Resources')).get('Font'));
  const contents = [object(page.get('Contents'))].flat().map(object).map(bytesOf).join('\n');
  const known = new Map();
  let letters;
  let line = '';
  for (const [, font, codes] of contents.matchAll(/\/(\S+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
    if (font) known.set(font, (letters = known.get(font) ?? lettersOf(object(fonts.get(font)))));
    else line += codes.replace(/..../g, (code) => letters.get(code) ?? '');
  }
  return line.replace(/\s/g, '');
};
const certificate = sheets.slice(ending ? 0 : (document.pages?.length ?? 0));
claim(
  document.pages === undefined || bare || certificate.map(printedOn).join('').includes(head),
  'the certificate does not print the end of this trail',
);

// 7. A separate evidence.json is identical, or continues the sealed one.
if (given) {
  const beside = JSON.parse(given);
  const goesOn = isObject(beside.extends) && beside.extends.chainHead === chainHead;
  const first = goesOn ? { ...beside, events: beside.events.slice(0, events.length), chainHead } : beside;
  const erased = goesOn ? (beside.erased ?? []) : [];
  delete first.extends;
  if (erased.length > 0) delete first.erased;
  /** Returns the sealed evidence without the values of these people. */
  const forgotten = (all) => ({
    ...all,
    agreement: null,
    recipients: all.recipients.map((one) =>
      erased.includes(one.id) ? { ...one, name: '', email: '' } : one,
    ),
    fields: all.fields.map((field) =>
      erased.includes(field.recipientId) ? { ...field, properties: {}, value: null } : field,
    ),
  });
  const bare = (all) => ({ ...all, events: all.events.map(({ body, hash }) => ({ body, hash })) });
  claim(
    canonical(beside) === given.toString('utf8') &&
      (erased.length > 0
        ? same(bare(first), bare(forgotten(evidence))) &&
          first.events.every(
            (event, at) =>
              has(event, 'body', 'hash', 'values') &&
              event.values.every((value) => events[at].values.some((sealed) => same(sealed, value))),
          )
        : same(first, evidence)),
    'the separate evidence differs from the evidence in the file',
  );
  for (const id of erased)
    claim(
      beside.events.slice(events.length).some(({ body }) => {
        const { type, data } = JSON.parse(body);
        return type === 'person_erased' && data.recipientId === id;
      }),
      'a person is missing, and the trail records no erasure',
    );
  let last = head;
  for (const { body, hash } of goesOn ? beside.events.slice(events.length) : []) {
    claim(
      sha256(`\u0000${body}`) === hash && JSON.parse(body).prev === last,
      'the later evidence does not continue the sealed one',
    );
    last = hash;
  }
  claim(beside.chainHead === last, 'the end of the later evidence is missing');
}
// 8. The sealed file is followed by nothing, or only by timestamps over all of it, each in the only valid
// form.
const hexOf = (bytes) => bytes.toString('hex').toUpperCase();
const latin1 = (text) => Buffer.from(text, 'latin1');
/**
 * Returns the revision that would be appended to `file` with these streams and this much space. See
 * "Augmentation" in evidence.md.
 */
const laidAgain = (file, certificateStreams, crlStreams, room) => {
  const first = file.trailer.get('Size');
  const [catalogNum, page] = [
    file.root.ref,
    file.object(file.object(file.object(file.root).get('AcroForm')).get('Fields')[0]).get('P').ref,
  ];
  const rawOf = (num) => {
    const begin = /^\d+ (\d+) obj\s*/.exec(file.text.slice(file.places.get(num)).slice(0, 40));
    const from = file.places.get(num) + begin[0].length;
    const { value, end } = file.readValue(from);
    return { value, from, end, gen: Number(begin[1]) };
  };
  const edit = ({ from, end }, edits) => {
    let made = '';
    let at = from;
    for (const [begin, stop, text] of edits.toSorted(([one], [other]) => one - other)) {
      made += file.text.slice(at, begin) + text;
      at = stop;
    }
    return made + file.text.slice(at, end);
  };
  const objects = new Map();
  const old = file.object(file.object(file.root).get('DSS'));
  const dss = certificateStreams.length + crlStreams.length > 0 ? first + 2 : undefined;
  if (dss !== undefined) {
    let next = dss + 1;
    const list = (name, streams) => {
      const items = (old?.get(name) ?? []).map(({ ref }) => `${ref} 0 R`);
      for (const bytes of streams) {
        objects.set(next, [`<< /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream']);
        items.push(`${next} 0 R`);
        next += 1;
      }
      return items.length === 0 ? '' : ` /${name} [${items.join(' ')}]`;
    };
    const lists = `${list('Certs', certificateStreams)}${list('CRLs', crlStreams)}`;
    objects.set(dss, [`<< /Type /DSS${lists} >>`]);
  }
  const reserved = '[0 9999999999 9999999999 9999999999]';
  const kind = '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161';
  objects.set(first, [`<< ${kind} /ByteRange ${reserved} /Contents <`, '0'.repeat(room * 2), '> >>']);
  const [raw, rawPage] = [rawOf(catalogNum), rawOf(page)];
  objects.set(first + 1, [
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Timestamp ${first}) /V ${first} 0 R /F 130 /Rect [0 0 0 0] /P ${page} ${rawPage.gen} R >>`,
  ]);
  const fields = raw.value.get('AcroForm').spans.get('Fields').end - 1;
  const had = raw.value.spans.get('DSS');
  const added =
    dss === undefined
      ? []
      : [had ? [had.start, had.end, `${dss} 0 R`] : [raw.end - 2, raw.end - 2, ` /DSS ${dss} 0 R `]];
  objects.set(catalogNum, [edit(raw, [[fields, fields, ` ${first + 1} 0 R`], ...added])]);
  const notes = rawPage.value.spans.get('Annots').end - 1;
  objects.set(page, [edit(rawPage, [[notes, notes, ` ${first + 1} 0 R`]])]);
  const gens = new Map([
    [catalogNum, raw.gen],
    [page, rawPage.gen],
  ]);
  const parts = [];
  let length = 0;
  const put = (part) => {
    parts.push(typeof part === 'string' ? latin1(part) : part);
    length += parts.at(-1).length;
  };
  const numbers = [...objects.keys()].sort((one, other) => one - other);
  const offsets = new Map();
  let gap;
  for (const num of numbers) {
    offsets.set(num, file.pdf.length + length);
    put(`${num} ${gens.get(num) ?? 0} obj\n`);
    for (const part of objects.get(num)) {
      put(part);
      if (num === first) gap ??= length - 1;
    }
    put('\nendobj\n');
  }
  const startxref = file.pdf.length + length;
  put('xref\n');
  numbers.forEach((num, place) => {
    if (place === 0 || numbers[place - 1] !== num - 1) {
      let run = 1;
      while (numbers[place + run] === num + run) run += 1;
      put(`${num} ${run}\n`);
    }
    put(`${String(offsets.get(num)).padStart(10, '0')} ${String(gens.get(num) ?? 0).padStart(5, '0')} n \n`);
  });
  const info = file.trailer.get('Info');
  const lasting = file.trailer.get('ID')[0].hex.replace(/\s/g, '').toUpperCase();
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(file.text.slice(-40))[1];
  const id = sha256(file.pdf).slice(0, 32).toUpperCase();
  put(
    `trailer\n<< /Size ${numbers.at(-1) + 1} /Root ${catalogNum} ${raw.gen} R${info ? ` /Info ${info.ref} 0 R` : ''} ` +
      `/ID [<${lasting}> <${id}>] /Prev ${previous} >>`,
  );
  put(`\nstartxref\n${startxref}\n%%EOF\n`);
  const revision = Buffer.concat(parts);
  const ends = gap + room * 2 + 2;
  const range = `[0 ${file.pdf.length + gap} ${file.pdf.length + ends} ${revision.length - ends}`;
  revision.write(`${range.padEnd(reserved.length - 1)}]`, gap - `${reserved} /Contents `.length, 'latin1');
  return { revision, gap, ends };
};
const crlHashOf = (kind) => {
  const dotted = children(kind)[0].all.toString('hex');
  const hash = { 2: 'sha256', 3: 'sha384', 4: 'sha512', 11: 'sha256', 12: 'sha384', 13: 'sha512' };
  claim(/^(06082a8648ce3d0403|06092a864886f70d0101)/.test(dotted), 'a revocation list is signed differently');
  return hash[parseInt(dotted.slice(-2), 16)];
};
const augment = () => {
  const stamps = asGiven.object(asGiven.object(asGiven.root).get('AcroForm')).get('Fields').slice(1);
  let file = open(pdf);
  for (const reference of stamps) {
    const stamp = asGiven.object(asGiven.object(reference).get('V'));
    const [, , behindIt, rest] = stamp.get('ByteRange');
    const contents = stamp.get('Contents');
    const next = open(whole.subarray(0, behindIt + rest));
    const size = file.trailer.get('Size');
    const dss = next.object(next.object(next.root).get('DSS'));
    const streams = (name) =>
      (dss?.get(name) ?? []).filter(({ ref }) => ref >= size).map((one) => next.bytesOf(next.object(one)));
    const room = (contents.end - contents.start - 2) / 2;
    const { revision, gap, ends } = laidAgain(file, streams('Certs'), streams('CRLs'), room);
    const own = next.pdf.subarray(file.pdf.length);
    const token = der(Buffer.from(contents.hex, 'hex'));
    const isLaid =
      contents.start === file.pdf.length + gap &&
      own.subarray(0, gap).equals(revision.subarray(0, gap)) &&
      own.subarray(ends).equals(revision.subarray(ends)) &&
      hexOf(token.all).padEnd(room * 2, '0') === contents.hex;
    claim(isLaid, 'something was added after the sealed file');
    const covered = Buffer.concat([next.pdf.subarray(0, contents.start), next.pdf.subarray(contents.end)]);
    timestamps.push(timestampOf(token, covered));
    const issuers = [...certificates, ...timestamps.flatMap(({ path }) => path)];
    const lists = streams('CRLs').map((list) => children(der(list)));
    const isList = ([about, kind, signature]) =>
      issuers.some(
        ({ ca, publicKey }) =>
          ca && verify(crlHashOf(kind), about.all, publicKey, signature.content.subarray(1)),
      );
    claim(
      streams('Certs').length === 0 && lists.every(isList),
      'there is no certificate revocation list where one belongs',
    );
    file = next;
  }
  claim(file.pdf.length === whole.length, 'something was added after the sealed file');
};
if (whole.length > pdf.length) {
  try {
    augment();
  } catch {
    claim(false, 'something was added after the sealed file');
  }
}
// The clocks of the service and the authorities may differ by several minutes.
const sealedAt = Date.parse(
  seal.get('M').string.replace(/^D:(....)(..)(..)(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'),
);
let earliest = sealedAt;
for (const { at } of timestamps) {
  claim(at >= earliest - 300_000, 'a timestamp is older than the bytes that it covers');
  earliest = at;
}
// 4. The log: a proof must be valid in any case. Its key proves nothing, so compare it with the keys that you
// trust.
const proofs = attached.filter((spec) => object(spec.get('F'))?.string === 'log-proof.txt');
claim(proofs.length < 2, 'the file has more than one proof of the log');
const provenBy = (proof) => {
  const [lines, ...notes] = proof.split('\n\n');
  const [form, extra, place, ...path] = lines.split('\n');
  const key = Buffer.from(extra.slice('extra '.length), 'base64').toString('latin1');
  const [, name, id, raw] = /^([^\s+]+)\+([0-9a-f]{8})\+(A[A-Za-z0-9+/]{43})$/.exec(key);
  const bytes = Buffer.from(raw, 'base64');
  const note =
    /^([^\s+]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n\n— ([^\s+]+) ([A-Za-z0-9+/]+=*)\n$/.exec(
      notes.join('\n\n'),
    );
  const [, origin, size, top, by, signed] = note;
  const signature = Buffer.from(signed, 'base64');
  const spki = Buffer.concat([fixed('302a300506032b6570032100'), bytes.subarray(1)]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const hash = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const node = (left, right) => hash(Buffer.from([1]), left, right);
  let [at, last, leaf] = [Number(place.slice('index '.length)), Number(size) - 1, Buffer.from(head, 'hex')];
  let isInTree = at >= 0 && at <= last;
  for (const sibling of path.map((line) => Buffer.from(line, 'base64'))) {
    isInTree &&= last > 0 && sibling.length === 32;
    if (at % 2 === 1 || at === last) {
      leaf = node(sibling, leaf);
      for (; at % 2 === 0 && at > 0; at /= 2) last = Math.floor(last / 2);
    } else leaf = node(leaf, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  const isWritten =
    form === 'c2sp.org/tlog-proof@v1' &&
    proof ===
      `${form}\nextra ${Buffer.from(key, 'latin1').toString('base64')}\nindex ${Number(place.slice(6))}\n` +
        `${path.map((line) => `${Buffer.from(line, 'base64').toString('base64')}\n`).join('')}\n${note[0]}`;
  const isSigned =
    hash(Buffer.from(`${name}\n`), bytes)
      .toString('hex')
      .slice(0, 8) === id &&
    signature.subarray(0, 4).toString('hex') === id &&
    origin === name &&
    by === name &&
    verify(null, Buffer.from(`${origin}\n${size}\n${top}\n`), publicKey, signature.subarray(4));
  claim(isWritten, 'the proof of the log is not encoded as in a sealed file');
  claim(isSigned, 'the head of the log was not signed with the key that it names');
  claim(
    isInTree && last === 0 && leaf.toString('base64') === top,
    'the proof of the log is for another trail',
  );
  return key;
};
const readProof = () => {
  try {
    return provenBy(bytesOf(object(object(proofs[0].get('EF')).get('F'))).toString('utf8'));
  } catch {
    return claim(false, 'the proof of the log cannot be read');
  }
};
const logKey = proofs.length === 1 ? readProof() : undefined;
const trustedKeys = [...(logFile?.toString('latin1') ?? '').matchAll(keyLine)];
const begins = trustedKeys.flatMap(([, , since]) => (since === undefined ? [] : [Date.parse(since)]));
const isOlder = begins.length > 0 && sealedAt < Math.min(...begins);
const unconfirmed =
  logKey === undefined
    ? !isOlder && 'the file has no proof of the log'
    : !trustedKeys.some(([, key]) => key === logKey) && `its proof is under another log (${logKey})`;
if (logFile && unconfirmed) {
  console.log(`NOT CONFIRMED: ${unconfirmed}. A thief of the sealing key may have sealed it.`);
  process.exit(2);
}
console.log(`genuine: ${events.length} events, head ${head}`);
if (logFile) console.log(logKey === undefined ? 'Sealed before the log existed.' : 'The log confirms it.');
else console.log('No log key was given, so the log was not checked.');
for (const { at, by } of timestamps) {
  console.log(
    `Time: ${new Date(at).toISOString()}, confirmed by ${by}. Compare that with what you know of them.`,
  );
}
if (!inForce)
  console.log('Sent before agreements were recorded: places of fields are bound by the seal alone.');
const rootPrint = sha256(certificates.at(-1).raw);
console.log(
  `sealed by ${leaf.subject.replaceAll('\n', ', ')}; root ${trusted ? 'trusted' : 'not compared'}, SHA-256 ${rootPrint}`,
);
