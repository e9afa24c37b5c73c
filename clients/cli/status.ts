import { parseArgs } from 'node:util';
import { openApi } from './api.ts';
import { plain } from './plain.ts';

const help = `usage: countersign status [ID] [--json]

Shows a document with its recipients, or the twenty newest documents.
`;

export async function status(words: string[]): Promise<number> {
  const options = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const api = await openApi();
  const [id] = positionals;
  const answer =
    id === undefined
      ? await api.call('listDocuments', { query: { limit: 20 } })
      : await api.call('readDocument', { params: { id } });
  if (values.json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else process.stdout.write(`${linesOf(answer).map(plain).join('\n')}\n`);
  return 0;
}

type Listed = { id: string; title: string; status: string };
type Shown = Listed & {
  recipients: readonly { name: string; email: string; status: string; awaited: boolean }[];
  values: readonly { label: string; value: string | boolean; printed: string | null }[];
};

function linesOf(answer: readonly Listed[] | Shown): string[] {
  const line = ({ id, title, status: state }: Listed) => `${id}  ${state.padEnd(9)}  ${title}`;
  if (!('recipients' in answer)) return answer.map(line);
  return [
    line(answer),
    ...answer.recipients.map(
      ({ name, email, status: state, awaited }) => `  ${name} <${email}>: ${awaited ? 'waiting' : state}`,
    ),
    ...answer.values.map(({ label, value, printed }) => `  ${label}: ${printed ?? String(value)}`),
  ];
}
