import { readdir, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChangeTemplateBody, TemplateDetail } from '#contract/documents/templates.ts';
import { openApi, type Api } from './api.ts';
import { findTemplate } from './find-template.ts';
import { readJsonObject } from './json-file.ts';
import { Mistake } from './mistake.ts';
import { plain } from './plain.ts';
import { differences, fromServer, type TemplateFile } from './template-file.ts';

const help = `usage: countersign templates pull|diff|apply [FOLDER] [--template NAME]…

Keeps templates as files: NAME.json with everything about the template, and its pages as NAME.pdf.
pull     writes the templates of the account into the folder
diff     shows what apply would change; exit code 1 if there is a difference
apply    creates and changes templates so that they match the files; templates without a file stay as they are
FOLDER   default: the current folder
`;

type Local = { file: string; template: TemplateFile; pages: Uint8Array };

export async function templates(words: string[]): Promise<number> {
  const options = {
    template: { type: 'string', multiple: true, default: [] as string[] },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [act, folder = '.'] = positionals;
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const api = await openApi();
  if (act === 'pull') return pull(api, folder, values.template);
  if (act !== 'diff' && act !== 'apply') throw new Mistake(help);
  const locals = (await readFolder(folder)).filter(
    ({ template }) => values.template.length === 0 || values.template.includes(template.name),
  );
  if (locals.length === 0) throw new Mistake(`There is no template in ${folder}.`);
  let different = 0;
  for (const local of locals) {
    const lines = await compare(api, local);
    if (lines.length === 0) continue;
    different += 1;
    process.stdout.write(`${[local.file, ...lines.map((line) => `  ${line}`)].map(plain).join('\n')}\n`);
    if (act === 'apply') await apply(api, local);
  }
  if (different === 0)
    process.stdout.write(`${locals.length} of ${locals.length} templates match their files.\n`);
  return act === 'diff' && different > 0 ? 1 : 0;
}

async function pull(api: Api, folder: string, wanted: readonly string[]): Promise<number> {
  await mkdir(folder, { recursive: true });
  const written = new Set<string>();
  for await (const { id, name } of api.rows('listTemplates', { query: { limit: 100 } })) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const template = await api.call('readTemplate', { params: { id } });
    const stem = join(folder, fileStem(name));
    if (written.has(stem.toLowerCase())) throw new Mistake(`Two templates are called ‘${name}’. Rename one.`);
    written.add(stem.toLowerCase());
    await save(api, stem, template);
    process.stdout.write(`${plain(stem)}.json\n`);
  }
  return 0;
}

async function save(api: Api, stem: string, template: TemplateDetail): Promise<void> {
  if (template.pageCount > 0) await writeFile(`${stem}.pdf`, await pagesOf(api, template.id));
  await writeFile(`${stem}.json`, `${JSON.stringify(fromServer(template), null, 2)}\n`);
}

async function readFolder(folder: string): Promise<Local[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const template = toFile(file, await readJsonObject(file));
      const pdf = file.replace(/\.json$/, '.pdf');
      const pages = await readFile(pdf).catch(() => {
        throw new Mistake(`${file} needs its pages as ${basename(pdf)} next to it.`);
      });
      return { file, template, pages };
    }),
  );
}

function toFile(file: string, content: Record<string, unknown>): TemplateFile {
  const { name, roles, signatureFields } = content;
  if (typeof name !== 'string' || !Array.isArray(roles) || !Array.isArray(signatureFields))
    throw new Mistake(`${file} is not a template. It needs name, roles and signatureFields.`);
  const template = content as TemplateFile;
  const names = new Set(template.roles.map((role) => role.name));
  for (const { role } of template.signatureFields)
    if (role !== null && !names.has(role))
      throw new Mistake(`${file}: a field belongs to the role ‘${role}’, which is not in roles.`);
  return template;
}

/** Returns lines that describe what `apply` would change. Empty if nothing differs. */
async function compare(api: Api, { template, pages }: Local): Promise<string[]> {
  const found = await existing(api, template.name);
  if (!found) return ['new template'];
  const now = await api.call('readTemplate', { params: { id: found } });
  const samePages = now.pageCount > 0 && Buffer.compare(await pagesOf(api, found), pages) === 0;
  return [...differences(fromServer(now), template), ...(samePages ? [] : ['other pages'])];
}

async function apply(api: Api, { file, template, pages }: Local): Promise<void> {
  const found = await existing(api, template.name);
  const id = found ?? (await create(api, file, template, pages));
  const form = { file: new Blob([new Uint8Array(pages)]), fileName: basename(file).replace(/json$/, 'pdf') };
  if (found !== undefined && Buffer.compare(await pagesOf(api, id), pages) !== 0)
    await api.call('putTemplateFile', { params: { id }, form: { ...form, confirm: 'true' } });
  const ids = await roleIds(api, id, template);
  const roles = template.roles.map((role) => ({ ...role, id: ids.get(role.name) }));
  const signatureFields = template.signatureFields.map(({ role, ...field }) => ({
    ...field,
    roleId: role === null ? null : ids.get(role),
  }));
  const body = { ...template, roles, signatureFields } as ChangeTemplateBody;
  await api.call('changeTemplate', { params: { id }, body });
  // The server rewrites uploaded pages. The folder keeps what the server returns, so that the next diff is
  // empty.
  await save(
    api,
    join(dirname(file), basename(file, '.json')),
    await api.call('readTemplate', { params: { id } }),
  );
}

/**
 * Returns the ids of the roles by name. New roles are added first, because fields refer to their role by its
 * id.
 */
async function roleIds(api: Api, id: string, { roles }: TemplateFile): Promise<Map<string, string>> {
  const { roles: before } = await api.call('readTemplate', { params: { id } });
  const known = new Map(before.map((role) => [role.name, role.id]));
  if (roles.every(({ name }) => known.has(name))) return known;
  const named = roles.map((role) => ({ ...role, id: known.get(role.name) }));
  const saved = await api.call('putTemplateRoles', { params: { id }, body: { roles: named } });
  return new Map(saved.roles.map((role) => [role.name, role.id]));
}

async function create(
  api: Api,
  file: string,
  { name, description, category }: TemplateFile,
  pages: Uint8Array,
) {
  const form = {
    file: new Blob([new Uint8Array(pages)]),
    fileName: basename(file).replace(/json$/, 'pdf'),
    ...{ name, description },
    ...(category !== undefined && { category }),
  };
  return (await api.call('uploadTemplate', { form })).id;
}

async function existing(api: Api, name: string): Promise<string | undefined> {
  for await (const template of api.rows('listTemplates', { query: { q: name, limit: 100 } }))
    if (template.name === name) return (await findTemplate(api, name)).id;
  return undefined;
}

async function pagesOf(api: Api, id: string): Promise<Uint8Array> {
  return new Uint8Array(await (await api.call('readTemplateFile', { params: { id } })).arrayBuffer());
}

function fileStem(name: string): string {
  const stem = name.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '');
  return stem === '' ? 'template' : stem.slice(0, 100);
}
