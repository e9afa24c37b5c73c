import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JsxEmit, ModuleKind, ScriptTarget, transpileDeclaration, transpileModule } from 'typescript';
import { build } from 'vite';
import { changeTemplateBody } from '#contract/documents/templates.ts';
import { routes } from '#contract/routes.ts';
import { settableKeys } from '#contract/strict.ts';
import type { DescribedApi } from '#server/api/reference/client-operations.ts';
import { clientSource } from '#server/api/reference/client-source.ts';
import { pythonSource } from '#server/api/reference/python-source.ts';
import { describeRoutes } from '#server/foundation/http/describe-api.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Builds the packages as they are published. The code of the clients is generated from the routes. */
export async function buildClients(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  const api = describeRoutes() as DescribedApi;
  await buildPython(join(target, 'python'), api);
  await buildTypeScript(join(target, 'typescript'), api);
  await buildReact(join(target, 'react'), api);
  await buildN8n(join(target, 'n8n'), api);
}

export async function buildPython(folder: string, api = describeRoutes() as DescribedApi): Promise<void> {
  await copyBasics(folder, 'python', 'pyproject.toml', api.info.version);
  await mkdir(join(folder, 'countersign'));
  await writeFile(join(folder, 'countersign/__init__.py'), pythonSource(routes, api));
  await writeFile(join(folder, 'countersign/py.typed'), '');
}

/** A revision belongs to a request, and is not part of a template. */
const templateMembers = settableKeys(changeTemplateBody.shape).filter((key) => key !== 'revision');

export async function buildTypeScript(folder: string, api = describeRoutes() as DescribedApi): Promise<void> {
  await copyBasics(folder, 'typescript', 'package.json', api.info.version);
  const source = join(folder, 'countersign.ts');
  await writeFile(source, clientSource(routes, api));
  await compile(source, join(folder, 'countersign'));
  await rm(source);
  await build({
    configFile: false,
    root: at('.'),
    publicDir: false,
    logLevel: 'warn',
    define: { TEMPLATE_MEMBERS: JSON.stringify(templateMembers) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: at('cli/main.ts'),
        output: { entryFileNames: 'cli.mjs', banner: '#!/usr/bin/env node', codeSplitting: false },
      },
    },
  });
}

async function buildReact(folder: string, { info }: DescribedApi): Promise<void> {
  await copyBasics(folder, 'react', 'package.json', info.version);
  await compile(at('react/countersign-react.tsx'), join(folder, 'countersign-react'));
}

async function buildN8n(folder: string, { info }: DescribedApi): Promise<void> {
  await copyBasics(folder, 'n8n', 'package.json', info.version);
  // n8n finds a class by the name of its file.
  for (const name of ['CountersignApi.credentials', 'Countersign.node', 'CountersignTrigger.node'])
    await compile(at(`n8n/${name}.ts`), join(folder, name), 'cjs');
}

/** Copies the manifest with the version of the product, the README and the license. */
async function copyBasics(folder: string, name: string, manifest: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = await readFile(at(`${name}/${manifest}`), 'utf8');
  await writeFile(join(folder, manifest), text.replace('0.0.0', version));
  await copyFile(at(`${name}/README.md`), join(folder, 'README.md'));
  await copyFile(at('../LICENSE'), join(folder, 'LICENSE'));
}

/**
 * Compiles a file to JavaScript and its types, or without types to a CommonJS module, which n8n loads. `npm
 * run typecheck` and the tests of the examples check the types.
 */
async function compile(source: string, target: string, format: 'esm' | 'cjs' = 'esm'): Promise<void> {
  const text = await readFile(source, 'utf8');
  const compilerOptions = {
    target: ScriptTarget.ES2022,
    module: format === 'esm' ? ModuleKind.ESNext : ModuleKind.CommonJS,
    jsx: JsxEmit.ReactJSX,
  };
  const fileName = basename(source);
  await writeFile(`${target}.js`, transpileModule(text, { compilerOptions, fileName }).outputText);
  if (format === 'cjs') return;
  const { outputText, diagnostics = [] } = transpileDeclaration(text, { compilerOptions, fileName });
  if (diagnostics.length > 0) throw new Error(`${fileName}: ${JSON.stringify(diagnostics[0]!.messageText)}`);
  await writeFile(`${target}.d.ts`, outputText);
}
