import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * Code that reads or writes another language's `${`: Terraform's, JavaScript's in the code that is generated, and that of tokens of AWS CDK; and
 * what hides passwords in messages and diffs, which shows what stands for one, in whatever language.
 */
const others = [
  'audit/terraform/account-ids.ts',
  'import-tree/print-text.ts',
  'terraform/hcl/',
  'terraform/read/',
  'charts/print-chart-module.ts',
  'compile/compile-object.ts',
  'diagnostics/hide-passwords.ts',
  'redaction/likely-secrets.ts',
  'redaction/secret-forms.ts',
];

/** What only mentions `${`, in a message or a comment, has more around it. */
const LOOKS: readonly RegExp[] = [
  // A text of nothing else: `text.includes('${')`.
  /(['"])\$+\{\1/,
  /[(,=]\s*`\\?\$+\\?\{`/,
  // A pattern, or a text that becomes one: `\$\{`.
  /\$\\+\{/,
  // A regular expression in which the brace needs no backslash.
  /(?:[(=:,[!&|?]|\breturn)\s*\/(?![/*])[^/\n`'"]*\$\{[^\n`'"]*?\/[dgimsuvy]*/,
];

const linesThatLook = (code: string): readonly string[] =>
  code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => LOOKS.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());

it.each([
  "text.includes('${')",
  'text.includes(`\\${`)',
  "text.startsWith('$${', at)",
  'const VAR = /\\$\\{([A-Z]+)\\}/g;',
  'const stop = /\\${|}/;',
  'text.replace(/[.*+?^${}]/g, (found) => found)',
  "new RegExp('\\\\$\\\\{q\\\\}')",
])('%s looks for expressions', (code) => {
  expect(linesThatLook(code)).toEqual([code]);
});

it.each([
  '`${folder}/${name}`',
  'const url = `https://${host}/${path}/`;',
  '`the var \\${${name}}`',
  "fix: 'write $${ for a ${ that Flux must leave alone',",
  '/^a{2}$/.test(text)',
  '/* `${` */',
])('%s does not', (code) => {
  expect(linesThatLook(code)).toEqual([]);
});

it('only substitution looks for expressions in a text: all others ask for the sites that it has found', () => {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('substitution/') && !others.some((other) => file.startsWith(other)))
    .flatMap((file) => linesThatLook(readFileSync(join(root, file), 'utf8')).map((line) => `src/${file}: ${line}`));
  expect(
    found,
    "ask src/substitution/ for the sites of the object or the template of the text; what is about another language's ${ goes into others in this file",
  ).toEqual([]);
});
