import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Editor } from './editor.js';
import { languageServer } from './language-server.js';
import { languageService } from './language-service.js';

const file = fileURLToPath(new URL('./program.ts', import.meta.url));
const tsconfig = fileURLToPath(new URL('./tsconfig.json', import.meta.url));
const text = readFileSync(file, 'utf8');
/** In a text, the cursor is right after its quote. */
const cursor = (name: string): number => {
  const mark = text.indexOf(`/*?${name}*/`);
  return text[mark - 1] === "'" ? mark : mark + `/*?${name}*/`.length;
};
const word = (name: string): number => text.indexOf(`/*^${name}*/`) + `/*^${name}*/`.length + 1;

describe.each([
  ['TypeScript 6', async () => languageService(file, tsconfig)],
  ['TypeScript 7', () => languageServer(file)],
] as const)('an editor with %s', (name, open) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await open();
  }, 60_000);
  afterAll(() => editor.close());

  it('offers what an addon may require', async () => {
    const offered = await editor.complete(cursor('requires'));
    expect(offered).toEqual(expect.arrayContaining(['cert-manager.io', 'gateway.networking.k8s.io', 'secret-store']));
  });

  it('offers the releases of the addon in infra.values', async () => {
    expect(await editor.complete(cursor('release'))).toEqual(['web']);
  });

  it('offers the vars that the addon declares', async () => {
    expect(await editor.complete(cursor('var'))).toEqual(['TF_HOST']);
  });

  it('offers the settings of a cluster and of an addon', async () => {
    expect(await editor.complete(cursor('cluster'))).toEqual(
      expect.arrayContaining(['kubernetes', 'lockdown', 'external']),
    );
    expect(await editor.complete(cursor('settings'))).toEqual(expect.arrayContaining(['size', 'values', 'version']));
  });

  it('offers the keys of a closed map of chart values', async () => {
    expect(await editor.complete(cursor('values'))).toEqual(expect.arrayContaining(['enabled', 'interval']));
  });

  it('offers earlier stages and addons in dependsOn', async () => {
    expect(await editor.complete(cursor('dependsOn'))).toEqual(['karpenter', 'one']);
  });

  it('shows the contract of a cluster, and of an addon, whole', async () => {
    expect(await editor.hover(word('infra'))).toMatchSnapshot();
    expect(await editor.hover(word('addon'))).toMatchSnapshot();
  });

  it('shows what an option is for', async () => {
    expect(await editor.hover(word('path'))).toContain('folder');
    // TypeScript 7.0 doesn't follow docstrings through zod's mapped types.
    const shown = name === 'TypeScript 6' ? 'Tags of instances and volumes' : 'tags?: Record<string, string>';
    expect(await editor.hover(word('option'))).toContain(shown);
  });
});
