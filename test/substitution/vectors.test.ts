import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  emitYaml,
  evaluate,
  parseTemplate,
  parseYaml,
  type SubstituteOptions,
  substituteObject,
  type Variables,
} from '../../src/substitution/index.js';
import { composeYamlDocuments } from '../../src/yaml/compose-yaml.js';
import { decodeYaml } from '../../src/yaml/decode-yaml.js';

// The outputs in test/vectors are those of Flux's own code: fluxcd/pkg/envsubst v1.7.0 and sigs.k8s.io/yaml v1.6.0.
const readVectors = <T>(name: string): T => {
  const file = new URL(`../../test/vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
};

interface Expected {
  readonly json?: unknown;
  readonly finalYaml?: string;
  readonly error?: string;
}

/** The resource as it comes out of the build: as kustomize reads it, which keeps the digits of integers. */
const readResource = (yaml: string): object => {
  const [root] = composeYamlDocuments(yaml, 'kyaml');
  return decodeYaml(root!, true).value as object;
};

const run = (object: object, vars: Variables, options: SubstituteOptions): Expected => {
  const outcome = substituteObject(object, vars, { strategy: 'Always', ...options });
  if (outcome.kind === 'error') return { error: outcome.message };
  return { json: outcome.object, finalYaml: emitYaml(outcome.object) };
};

const attempt = (name: string, run: () => unknown): Record<string, unknown> => {
  try {
    return { [name]: run() };
  } catch (error) {
    return { error: (error as Error).message };
  }
};

describe('envsubst', () => {
  const { vars, cases } = readVectors<{
    vars: Record<string, string>;
    cases: { input: string; lax: { output?: string; error?: string }; strict: { output?: string; error?: string } }[];
  }>('envsubst');

  test.each(
    cases.flatMap((c) => [
      { ...c, mode: 'lax' as const },
      { ...c, mode: 'strict' as const },
    ]),
  )('$mode: $input', ({ mode, input, ...expected }) => {
    const actual = attempt('output', () => evaluate(parseTemplate(input), vars, { strict: mode === 'strict' }));
    expect(actual).toEqual(expected[mode]);
  });
});

describe('values in contexts', () => {
  const { cases } = readVectors<{ cases: ({ form: string; yaml: string; value: string } & Expected)[] }>(
    'substitute-values',
  );

  test.each(cases)('$form: $value', ({ yaml, value, json, finalYaml, error }) => {
    const actual = run(readResource(yaml), { v: value, q: '"' }, { strict: false });
    // Nothing but a comment is null to the YAML reader, and no fields at all to the JSON reader after it.
    expect(actual).toEqual(error === undefined ? { json: json ?? {}, finalYaml } : { error });
  });
});

describe('documents', () => {
  const { cases } = readVectors<{
    cases: ({ name: string; yaml: string; vars: Record<string, string>; strict: boolean; asYaml: string } & Expected)[];
  }>('substitute-documents');

  test.each(cases)('$name, $vars, strict: $strict', ({ yaml, vars, strict, asYaml, json, finalYaml, error }) => {
    const object = readResource(yaml);
    expect(emitYaml(object)).toBe(asYaml);
    expect(run(object, vars, { strict })).toEqual(error === undefined ? { json, finalYaml } : { error });
  });
});

// Random inputs, each with what the Go code made of it: odd grammar, hostile scalars, broken documents.
describe('differential', () => {
  type Cases<T> = { cases: (T & Expected & { text?: string })[] };
  const { envsubst, read, write, substitute } = readVectors<{
    envsubst: Cases<{ input: string; strict: boolean }> & { vars: Record<string, string> };
    read: Cases<{ yaml: string }>;
    write: Cases<{ object: unknown }>;
    substitute: Cases<{ object: object; vars: Record<string, string>; strict: boolean }>;
  }>('differential');

  test('envsubst', () => {
    for (const { input, strict, ...expected } of envsubst.cases) {
      const actual = attempt('text', () => evaluate(parseTemplate(input), envsubst.vars, { strict }));
      expect(actual, JSON.stringify(input)).toEqual(expected);
    }
  });

  test('reading YAML', () => {
    for (const { yaml, ...expected } of read.cases) {
      expect(
        attempt('json', () => parseYaml(yaml)),
        JSON.stringify(yaml),
      ).toEqual(expected);
    }
  });

  test('writing YAML', () => {
    for (const { object, ...expected } of write.cases) {
      expect(
        attempt('text', () => emitYaml(object)),
        JSON.stringify(object),
      ).toEqual(expected);
    }
  });

  test('substituting in objects', () => {
    for (const { object, vars, strict, ...expected } of substitute.cases) {
      const { json, error } = run(object, vars, { strict, strategy: 'WithVariables' });
      const wanted = expected.error === undefined ? { json: expected.json ?? {} } : { error: expected.error };
      expect(error === undefined ? { json } : { error }, JSON.stringify({ object, vars })).toEqual(wanted);
    }
  });
});

describe('integers beyond 2^53', () => {
  // As Go gave them: YAMLToJSON of sigs.k8s.io/yaml v1.6.0, encoding/json into a map, and JSONToYAML.
  test.each([
    ['12345678901234567890', '12345678901234567000'],
    ['9223372036854775807', '9223372036854776000'],
    ['-9223372036854775808', '-9.223372036854776e+18'],
    ['18446744073709551615', '1.8446744073709552e+19'],
    ['9007199254740993', '9007199254740992'],
  ])('%s is %s after substitution', (value, printed) => {
    const { finalYaml } = run(
      readResource('{apiVersion: v1, kind: A, metadata: {name: a}, a: "${v}"}'),
      { v: value },
      {},
    );
    expect(finalYaml).toContain(`\na: ${printed}\n`.trimStart());
  });

  test('stay as they are in the text that is substituted', () => {
    const object = readResource('{apiVersion: v1, kind: A, metadata: {name: a}, a: 12345678901234567890, b: "${v}"}');
    expect(emitYaml(object)).toContain('a: 12345678901234567890\n');
  });
});
