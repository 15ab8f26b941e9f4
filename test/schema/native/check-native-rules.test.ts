import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printPath } from '../../../src/json/json-path.js';
import type { NativeRule } from '../../../src/schema/native/native-rules.js';
import { NATIVE_RULES } from '../../../src/schema/native/native-rules.js';
import { root } from '../../support/root.js';
import { checkObject, knownKinds, knownSchemas } from '../checker.js';
import { ourVerdict } from '../verdict.js';
import { nativeCases } from './native-cases.js';

const cases = nativeCases();

const violationsOf = (object: object, open: readonly (readonly (string | number)[])[] = []) => {
  const { apiVersion, kind } = object as { apiVersion: string; kind: string };
  const slash = apiVersion.indexOf('/');
  const schemas = knownSchemas(slash < 0 ? '' : apiVersion.slice(0, slash), kind)!;
  return checkObject(schemas, apiVersion.slice(slash + 1), object, { open });
};

describe('the rules that Kubernetes has in Go', () => {
  it.each(cases)('take the good object, and refuse the bad one at its place: $label', ({ good, bad, path }) => {
    expect(ourVerdict(good).words).toEqual([]);
    expect(ourVerdict(bad).paths).toContain(path);
  });

  it('say nothing of what is known only in the cluster, and still check the rest', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x' },
      spec: {
        volumes: [{ name: 'data', emptyDir: {} }],
        containers: [
          {
            name: 'main',
            image: 'nginx',
            volumeMounts: [
              { name: '-', mountPath: '/a' },
              { name: 'lost', mountPath: '/b' },
            ],
          },
        ],
      },
    };
    const open = [['spec', 'containers', 0, 'volumeMounts', 0, 'name']];
    expect(violationsOf(pod, open).map(({ path }) => printPath(path))).toEqual([
      'spec.containers[0].volumeMounts[1].name',
    ]);
  });

  it('each have an object that breaks it', () => {
    const broken = new Set(
      cases.flatMap(({ bad }) => violationsOf(bad).map((one) => (one.kind === 'native-rule' ? one.message : ''))),
    );
    expect([...new Set(shippedRules().map(({ message }) => message))].filter((one) => !broken.has(one))).toEqual([]);
  });
});

/** Those of Kubernetes have such rules; the others none. */
const groups = readdirSync(join(root, 'imports', 'schemas')).map((file) =>
  file === 'core.json' ? '' : file.replace('.json', ''),
);

/** Every rule that Kubernetes has in Go. */
const shippedRules = (): readonly NativeRule[] => {
  const seen = new Set<unknown>();
  const found: NativeRule[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (NATIVE_RULES in node) found.push(...(node[NATIVE_RULES] as readonly NativeRule[]));
    for (const [key, value] of Object.entries(node)) if (key !== NATIVE_RULES) visit(value);
  };
  for (const group of groups) for (const kind of knownKinds(group)) visit(knownSchemas(group, kind));
  return found;
};
