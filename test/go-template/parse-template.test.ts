import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Branch,
  type Operand,
  type Pipe,
  parseTemplate,
  TemplateError,
  type TemplateNode,
} from '../../src/go-template/index.js';
import { charts } from '../charts/reads/charts.js';
import { root } from '../support/root.js';

type Tree = readonly unknown[];

const pipeTree = (pipe: Pipe | undefined): unknown =>
  pipe === undefined
    ? null
    : [pipe.variables, pipe.declares, pipe.commands.map((operands) => operands.map(operandTree))];

const operandTree = (operand: Operand): Tree => {
  switch (operand.kind) {
    case 'dot':
    case 'nil':
      return [operand.kind];
    case 'constant':
      return ['constant', operand.value];
    case 'field':
      return ['field', operand.names];
    case 'variable':
      return ['variable', operand.name, operand.names];
    case 'chain':
      return ['chain', operandTree(operand.of), operand.names];
    case 'function':
      return ['function', operand.name];
    case 'pipe':
      return ['pipe', pipeTree(operand.pipe)];
  }
};

const branchTree = ({ kind, pipe, body, otherwise }: Branch): Tree => [
  kind,
  pipeTree(pipe),
  nodesTree(body),
  nodesTree(otherwise),
];

const nodesTree = (nodes: readonly TemplateNode[]): readonly Tree[] =>
  nodes.map((node) => {
    switch (node.kind) {
      case 'text':
        return ['text', node.text];
      case 'action':
        return ['action', pipeTree(node.pipe)];
      case 'template':
        return ['template', node.name, pipeTree(node.pipe)];
      case 'break':
      case 'continue':
        return [node.kind];
      default:
        return branchTree(node);
    }
  });

/** The tree of a template; null for what is none. */
const treeOf = (text: string): unknown => {
  try {
    const { body, defines } = parseTemplate(text);
    return [nodesTree(body), Object.fromEntries([...defines].map(([name, nodes]) => [name, nodesTree(nodes)]))];
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
};

const hasGo = spawnSync('go', ['version']).status === 0;

/** What Go's own parser makes of templates. */
const treesOfGo = (texts: readonly string[]): readonly unknown[] => {
  const judge = join(root, 'test/go-template/judge.go');
  // As helm is built (test/support/helm.ts), from whose build Go has its own packages then.
  const env = { ...process.env, GOFLAGS: '-mod=mod -trimpath', CGO_ENABLED: '0', GOWORK: 'off' };
  const { status, stdout, stderr } = spawnSync('go', ['run', judge], {
    input: JSON.stringify(texts),
    env,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as readonly unknown[];
};

const good = [
  'text only',
  'a {{- .b -}} c',
  'a {{- /* a comment */ -}} c{{/* another */}}',
  '{{ .a.b.c }}{{ $.a }}{{ .a.b | quote | nindent 4 }}',
  '{{ $x := 1 }}{{ $x }}{{ $x = 2 }}{{ $x.y }}',
  '{{ range $k, $v := .a }}{{ $k }}{{ $v }}{{ break }}{{ else }}none{{ end }}',
  '{{ range $v := .a }}{{ if $v }}{{ continue }}{{ end }}{{ end }}',
  '{{ if .a }}1{{ else if .b }}2{{ else }}3{{ end }}',
  '{{ with .a }}1{{ else with .b }}2{{ else }}3{{ end }}',
  '{{ define "x" }}{{ . }}{{ end }}{{ template "x" . }}{{ template "x" }}{{ block "y" .a }}b{{ end }}',
  '{{ define "x" }} {{ end }}{{ define "x" }}2{{ end }}{{ define "x" }}{{ end }}{{ define "z" }} {{ end }}',
  '{{ (index .a "b").c.d }}{{ (.a).b }}{{ f (g .x) (h 1 -2 0x1F 1.5e3 0b11 0o17 1_000 0x1p60 0x1.8p1 017) }}',
  '{{ "a\\n\\"b\\"\\x41\\u00e9" }}{{ `raw "x"` }}{{ \'a\' }}{{ true }}{{ print nil }}',
  "{{ 'x' }}{{ '\\n' }}{{ '\\'' }}",
  '{{ .a }}}}{{ "}}" }}{{ `}}` }}',
  '{{and .a (not .b) (or .c .d)}}',
  '{{- /* x */}} a',
  '{{ nil }}{{ nil | f }}{{ .a | }}',
  '{{\n  .a\n    | b\n}}',
  '{{ .über }}{{ $ünicode := 1 }}{{ $ünicode }}',
];

const bad = [
  '{{',
  '{{ }}',
  '{{ .a',
  '{{ if }}{{ end }}',
  '{{ if .a }}',
  '{{ end }}',
  '{{ else }}',
  '{{ | .a }}',
  '{{ (.a }}',
  '{{ .a) }}',
  '{{ "a }}',
  '{{ "\\q" }}',
  '{{ .a.b-c }}',
  '{{ $x }}',
  '{{ if $y := .a }}{{ end }}{{ $y }}',
  '{{ break }}',
  '{{ define x }}{{ end }}',
  '{{ if .a }}{{ define "x" }}{{ end }}{{ end }}',
  '{{ template x }}',
  '{{ /* a comment }}',
  '{{ /* a comment */ }}',
  '{{ define "x" }}1{{ end }}{{ define "x" }}2{{ end }}',
  '{{ .a | 1 }}',
  '{{ range .a }}{{ else if .b }}{{ end }}',
  '{{ $a, $b := .c }}',
  '{{ if .a }}{{ else with .b }}{{ end }}',
  '{{ 1.2.3 }}',
  '{{ 0x }}',
  '{{ a.b:c }}',
  '{{ {{ }}',
  '{{ .. }}',
  '{{ $x := }}',
  '{{ "a".b }}',
  '{{ not(.a) }}',
  '{{ nil.a }}',
];

test('what Go reads is read, and what it refuses is refused', () => {
  expect(good.filter((text) => treeOf(text) === null)).toEqual([]);
  expect(bad.filter((text) => treeOf(text) !== null)).toEqual([]);
});

test('an error has its line', () => {
  const lineOf = (text: string): number | undefined => {
    try {
      parseTemplate(text);
      return undefined;
    } catch (error) {
      return (error as TemplateError).line;
    }
  };
  expect(lineOf('a\nb\n{{ if }}\n')).toBe(3);
  expect(lineOf('{{ if .a }}\n\n{{ "x }}')).toBe(3);
});

/** Words of templates, in any order: most are no template, and many are. */
const word = fc.constantFrom(
  ...[
    '.a',
    '.b.c',
    '$',
    '$x',
    '$x := .a',
    '$x = 1',
    'f',
    'f .a "b"',
    '(f .a).b',
    '"s"',
    '`r`',
    "'c'",
    '-1',
    '0x1f',
    '1.5',
  ],
  ...['nil', 'true', '.', '|', '| g', 'if', 'with', 'range', 'else', 'else if .a', 'end', 'break', 'define "d"', ','],
  ...[
    'template "d"',
    'block "e" .',
    '/* c */',
    '$k, $v := .m',
    '(',
    ')',
    ' ',
    ':=',
    '=',
    'range $i := .l',
    '.a.',
    '..',
    '-',
  ],
);
const action = fc
  .tuple(
    fc.constantFrom('{{', '{{- ', '{{ '),
    fc.array(word, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('}}', ' -}}', ' }}'),
  )
  .map(([open, words, close]) => open + words.join(' ') + close);
const text = fc.constantFrom('', ' ', 'a', '\n', ' b \n ', '}', '{', '"');
const block = fc
  .tuple(fc.constantFrom('if .a', 'with $x := .a', 'range $k, $v := .m', 'define "d"', 'range .l'), text, action, text)
  .map(([open, before, inner, after]) => `{{ ${open} }}${before}${inner}${after}{{ end }}`);
const template = fc.array(fc.oneof(text, action, block), { maxLength: 5 }).map((parts) => parts.join(''));

describe("Go's text/template", () => {
  test.skipIf(!hasGo && process.env['CI'] !== 'true')(
    'makes the same trees of all templates (skipped where go is not installed)',
    () => {
      const ofCharts = charts.flatMap(({ files }) => Object.values(files));
      const random = fc.sample(template, { numRuns: 4000, seed: 16 });
      const all = [...good, ...bad, ...ofCharts, ...random];
      const expected = treesOfGo(all);
      const different = all.flatMap((one, i) => {
        const ours = JSON.parse(JSON.stringify(treeOf(one))) as unknown;
        return isDeepStrictEqual(ours, expected[i]) ? [] : [{ text: one, ours, go: expected[i] }];
      });
      expect(different.slice(0, 5)).toEqual([]);
      // Neither is rare, or the test would show little.
      expect(expected.filter((tree) => tree !== null).length).toBeGreaterThan(400);
      expect(expected.filter((tree) => tree === null).length).toBeGreaterThan(400);
    },
    120_000,
  );
});
