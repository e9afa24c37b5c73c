#!/usr/bin/env python3
"""Judges a sealed PDF by the prose of docs/evidence.md alone: Python's own library and the command openssl.

    python3 foreign_verifier.py sealed.pdf root.pem

Prints 'genuine: N events, head HASH' and ends with 0, or 'not genuine: why' and ends with 1. It uses no code of
this project, so that it tests the page as a reader who has only the page and a file.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path


class NotGenuine(Exception):
    """With the reason."""


def claim(holds, why):
    if not holds:
        raise NotGenuine(why)


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def canonical(value):
    """RFC 8785, as far as numbers are integers or short decimals. Keys are in the order of UTF-16."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode('utf-16-be'))
        return '{' + ','.join(f'{canonical(name)}:{canonical(value[name])}' for name in names) + '}'
    if isinstance(value, list):
        return '[' + ','.join(canonical(item) for item in value) + ']'
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


class Pdf:
    """The objects of a file whose cross-reference is a table, from its last bytes on (ISO 32000-2, 7.5)."""

    token = re.compile(
        rb'(?:[\0\t\n\f\r ]|%[^\r\n]*)*'
        rb'(?P<token><<|>>|\[|\]|/[^\0\t\n\f\r ()<>\[\]{}/%]*|<[0-9A-Fa-f\s]*>|\(|\d+ \d+ R\b|[-+.\d]+|true|false|null)'
    )

    def __init__(self, data):
        self.data = data
        self.places = {}
        self.trailer = None
        end = re.search(rb'startxref\s+(\d+)\s+%%EOF\s*$', data[-64:])
        claim(end, 'the file does not end as a PDF does')
        at = int(end.group(1))
        while at is not None:
            at = self.read_section(at)

    def read_section(self, at):
        head = re.compile(rb'xref\s+').match(self.data, at)
        claim(head, 'a cross-reference table is missing')
        at = head.end()
        while part := re.compile(rb'(\d+) (\d+)\s+').match(self.data, at):
            at = part.end()
            for number in range(int(part.group(1)), int(part.group(1)) + int(part.group(2))):
                line = self.data[at : at + 20]
                self.places.setdefault(number, int(line[:10]) if line[17:18] == b'n' else None)
                at += 20
        trailer = re.compile(rb'trailer').match(self.data, at)
        claim(trailer, 'a trailer is missing')
        found, _ = self.value(trailer.end())
        self.trailer = self.trailer or found
        return found.get('Prev')

    def value(self, at):
        found = self.token.match(self.data, at)
        claim(found, f'unreadable object at byte {at}')
        text, at = found.group('token'), found.end()
        if text == b'<<':
            entries = {}
            while True:
                key, at = self.value(at)
                if key == '>>':
                    return entries, at
                entries[key[1]], at = self.value(at)
        if text == b'[':
            items = []
            while True:
                item, at = self.value(at)
                if item == ']':
                    return items, at
                items.append(item)
        if text in (b'>>', b']'):
            return text.decode(), at
        if text.startswith(b'/'):
            return ('name', text[1:].decode('latin1')), at
        if text.startswith(b'<'):
            return ('hex', text[1:-1], found.start('token'), at), at
        if text == b'(':
            begin, depth = at, 1
            while depth:
                sign = self.data[at : at + 1]
                claim(sign, 'a string has no end')
                depth += {b'(': 1, b')': -1}.get(sign, 0)
                at += 2 if sign == b'\\' else 1
            return ('text', self.data[begin : at - 1]), at
        if text.endswith(b'R'):
            return ('ref', int(text.split()[0])), at
        if text in (b'true', b'false', b'null'):
            return {b'true': True, b'false': False, b'null': None}[text], at
        return (float(text) if b'.' in text else int(text)), at

    def get(self, value):
        """What a reference leads to; a stream has its bytes as the member 'stream'."""
        if not (isinstance(value, tuple) and value[0] == 'ref'):
            return value
        place = self.places.get(value[1])
        if place is None:
            return None
        begin = re.compile(rb'\s*\d+ \d+ obj').match(self.data, place)
        claim(begin, f'object {value[1]} is not in its place')
        found, end = self.value(begin.end())
        stream = re.compile(rb'\s*stream\r?\n').match(self.data, end)
        if stream and isinstance(found, dict):
            length = self.get(found['Length'])
            raw = self.data[stream.end() : stream.end() + length]
            packed = self.get(found.get('Filter')) == ('name', 'FlateDecode')
            found = {**found, 'stream': zlib.decompress(raw) if packed else raw}
        return found

    def catalog(self):
        return self.get(self.trailer['Root'])


def judge(whole, root):
    pdf = Pdf(whole)
    seal = pdf.get((pdf.get(pdf.catalog().get('Perms')) or {}).get('DocMDP'))
    claim(seal and seal.get('SubFilter') == ('name', 'ETSI.CAdES.detached'), 'there is no seal')
    # Bytes after the seal's range were appended later, such as timestamps, which other judges check.
    first, before, behind, after = seal['ByteRange']
    sealed = whole[: behind + after]
    pdf = Pdf(sealed)
    judge_seal(pdf, sealed, root, (first, before, behind))
    evidence = read_evidence(pdf)
    judge_trail(evidence)
    judge_agreements(evidence)
    judge_values(evidence)
    judge_file(evidence, sealed, pdf)
    return evidence


def judge_seal(pdf, sealed, root, span):
    seal = pdf.get(pdf.get(pdf.catalog()['Perms'])['DocMDP'])
    _, digits, start, end = seal['Contents']
    claim(span == (0, start, end), 'the seal leaves out more than itself')
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        der = bytes.fromhex(digits.decode())
        (at / 'cms').write_bytes(der[: der_length(der)])
        (at / 'content').write_bytes(sealed[:start] + sealed[end:])
        claim(not der[der_length(der) :].strip(b'\0'), 'the hole contains more than the signature')
        command = ['openssl', 'cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', str(at / 'cms')]
        trust = ['-content', str(at / 'content'), '-CAfile', root, '-purpose', 'any', '-out', '/dev/null']
        ran = subprocess.run([*command, *trust], capture_output=True, text=True, check=False)
        claim(ran.returncode == 0, f'openssl rejects the seal: {ran.stderr.strip().splitlines()[-1:]}')


def der_length(der):
    size = der[1]
    return 2 + size if size < 0x80 else 2 + (size & 0x7F) + int.from_bytes(der[2 : 2 + (size & 0x7F)], 'big')


def read_evidence(pdf):
    names = pdf.get(pdf.get(pdf.get(pdf.catalog()['Names'])['EmbeddedFiles'])['Names'])
    files = [pdf.get(value) for key, value in zip(names[::2], names[1::2]) if as_text(key) == 'evidence.json']
    claim(len(files) == 1, 'there is no evidence, or more than one')
    text = pdf.get(pdf.get(files[0]['EF'])['F'])['stream'].decode()
    evidence = json.loads(text)
    claim(canonical(evidence) == text, 'the evidence is not in canonical form')
    claim(evidence['format'] == 'countersign-evidence' and evidence['version'] in (2, 3), 'another evidence')
    return evidence


def as_text(key):
    raw = bytes.fromhex(key[1].decode()) if key[0] == 'hex' else key[1]
    return raw[2:].decode('utf-16-be') if raw.startswith(b'\xfe\xff') else raw.decode('latin1')


def judge_trail(evidence):
    last = '0' * 64
    for place, event in enumerate(evidence['events'], 1):
        body = event['body']
        said = event['said'] = json.loads(body)
        claim(canonical(said) == body, f'event {place} is not in canonical form')
        claim(sha256(b'\0' + body.encode()) == event['hash'], f'event {place} has another hash')
        claim((said['seq'], said['prev']) == (place, last), f'event {place} does not follow the one before')
        claim(said['documentId'] == evidence['document']['id'], f'event {place} is of another document')
        for kept in event['values']:
            claim(re.fullmatch('[0-9a-f]{32}', kept['salt']), f'event {place}: a salt of another form')
            commitment = sha256(f'{kept["salt"]}:{kept["value"]}')
            claim(said['personal'].get(kept['name']) == commitment, f'event {place}: {kept["name"]} is another')
        event['value'] = {kept['name']: kept['value'] for kept in event['values']}
        claim(len(event['value']) == len(event['values']), f'event {place}: a value twice')
        last = event['hash']
    claim(evidence['chainHead'] == last, 'the end of the trail is missing')


acts = ('document_signed', 'document_approved')


def judge_agreements(evidence):
    in_force = None
    bringing = ('document_sent', 'recipient_corrected', 'recipient_delegated')
    for event in evidence['events']:
        said, text = event['said'], event['value'].get('agreement')
        stated = said['data'].get('agreementSha256')
        if text is not None:
            claim(sha256(text) == stated, 'an agreement has another hash')
            if in_force is not None and said['type'] in bringing:
                one, other = json.loads(in_force), json.loads(text)
                claim(may_follow(one, other, said), 'an agreement changed in a way that the trail does not record')
            in_force = text
        elif stated is not None:
            claim(in_force is not None and sha256(in_force) == stated, 'an act names another agreement')
        if said['type'] in (*acts, 'document_opened', 'document_retrieved'):
            claim(stated is not None, 'an act names no agreement')
    agreement = evidence['agreement']
    claim(agreement and in_force, 'there is no agreement')
    document = {name: value for name, value in evidence['document'].items() if name != 'baseBytes'}
    fields = [{name: value for name, value in field.items() if name != 'value'} for field in evidence['fields']]
    made = {'salt': agreement['salt'], 'document': document, 'fields': fields, 'recipients': evidence['recipients']}
    claim(sha256(canonical(made)) == agreement['sha256'] == sha256(in_force), 'the agreement is another')


def may_follow(one, other, said):
    person = said['data'].get('recipientId') or said['actor']['id']
    for agreement in (one, other):
        agreement['salt'] = ''
        for recipient in agreement['recipients']:
            if recipient['id'] == person:
                recipient.update(name='', email='')
    return one == other


def judge_values(evidence):
    disclosures = {(one['version'], one['language']): sha256(one['text']) for one in evidence['disclosures']}
    given = {}
    consented = set()
    for event in evidence['events']:
        said, data = event['said'], event['said']['data']
        if said['type'] == 'consent_given':
            known = disclosures.get((data['disclosureVersion'], data['locale']))
            claim(known == data['disclosureSha256'], 'a recipient agreed to another disclosure')
            consented.add(said['actor']['id'])
        if said['type'] in acts:
            claim(said['actor']['id'] not in given, 'a recipient acted twice')
            claim(said['actor']['id'] in consented, 'a recipient acted without consent')
            given[said['actor']['id']] = event['value']
    for field in evidence['fields']:
        if field['type'] in ('text', 'date', 'checkbox') and field['value'] is not None:
            owner = given.get(field['recipientId'], {})
            claim(owner.get(f'field:{field["id"]}') == field['value'], f'field {field["id"]} holds another value')
    if 'ending' not in evidence:
        for recipient in evidence['recipients']:
            if recipient['role'] in ('signer', 'approver'):
                claim(recipient['id'] in given, f'recipient {recipient["id"]} has not acted')


def judge_file(evidence, sealed, pdf):
    document = evidence['document']
    stating = ('document_sent', 'document_opened', 'document_retrieved', 'passkey_confirmed', *acts)
    for event in evidence['events']:
        if event['said']['type'] in stating:
            # If the document has several files, only the agreement names them.
            unnamed = document['baseSha256'] if 'files' in document else None
            named = event['said']['data'].get('baseSha256', unnamed)
            claim(named == document['baseSha256'], 'an act names another file')
    base = 0
    if 'ending' not in evidence:
        base = document['baseBytes']
        claim(sha256(sealed[:base]) == document['baseSha256'], 'the pages are not those of the base file')
    inks = []
    for number, place in pdf.places.items():
        if place is not None and place >= base:
            mask = pdf.get(('ref', number))
            if isinstance(mask, dict) and mask.get('ColorSpace') == ('name', 'DeviceGray') and 'stream' in mask:
                size = mask['Width'].to_bytes(4, 'big') + mask['Height'].to_bytes(4, 'big')
                inks.append(sha256(size + mask['stream']))
    for event in evidence['events']:
        if event['said']['type'] in acts:
            ink = event['said']['data'].get('inkSha256')
            claim(ink is None or ink in inks, 'a drawn signature is not the one in the file')


def main():
    path, root = sys.argv[1:3]
    try:
        evidence = judge(Path(path).read_bytes(), root)
    except NotGenuine as why:
        print(f'not genuine: {why}')
        return 1
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, zlib.error) as why:
        print(f'not genuine: not in the form of the page ({type(why).__name__}: {why})')
        return 1
    print(f'genuine: {len(evidence["events"])} events, head {evidence["chainHead"]}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
