import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, objectsOf } from '../src/json/as-shape.js';
import { isObject } from '../src/json/is-object.js';
import { parsePath } from '../src/knowledge/form/path.js';
import { projects } from '../src/knowledge/registry.js';
import { isBuiltInGroup } from '../src/schema/kubernetes-groups.js';
import { parseYamlDocuments } from '../src/yaml/parse-yaml.js';

/** One path of a row, in one of the kinds that the row is about. */
export interface Verdict {
  readonly project: string;
  readonly on: string;
  /** Empty: the object itself. */
  readonly at: string;
  /** `open`: the schema allows any field there. `no CRD`: none of the kind is in the folder. */
  readonly verdict: 'found' | 'not found' | 'open' | 'no CRD' | 'built in' | 'annotation';
  readonly source: string;
}

interface Crd {
  readonly group: string;
  readonly kind: string;
  readonly schemas: readonly unknown[];
  readonly source: string;
}

/** What the CRDs in some folders say of each field that knowledge names. */
export const checkEffects = (folders: readonly string[]): readonly Verdict[] => {
  const crds = folders.flatMap(readCrds);
  return projects.flatMap((project) =>
    (project.effects ?? []).flatMap((row) =>
      [row.on].flat().flatMap((on) =>
        [row.at ?? ''].flat().map((at): Verdict => {
          const { verdict, source } = judge(crds, on, at);
          return { project: project.name, on, at, verdict, source };
        }),
      ),
    ),
  );
};

const judge = (crds: readonly Crd[], on: string, at: string): Pick<Verdict, 'verdict' | 'source'> => {
  const [group = '', kind = ''] = on.split('/');
  if (isBuiltInGroup(group)) return { verdict: 'built in', source: '-' };
  const ofKind = crds.filter((crd) => isOf(group, crd.group) && (kind === '*' || crd.kind === kind));
  if (ofKind.length === 0) return { verdict: 'no CRD', source: '-' };
  if (at === '') return { verdict: 'found', source: ofKind[0]!.source };
  const steps = parsePath(at);
  if (steps[0] === 'metadata') return { verdict: 'annotation', source: ofKind[0]!.source };
  for (const { schemas, source } of ofKind) {
    for (const schema of schemas) {
      const found = look(schema, steps);
      if (found !== undefined) return { verdict: found, source };
    }
  }
  return { verdict: 'not found', source: ofKind[0]!.source };
};

const isOf = (pattern: string, group: string): boolean =>
  pattern === '*' || (pattern.startsWith('*.') ? group.endsWith(pattern.slice(1)) : group === pattern);

const look = (schema: unknown, [step, ...rest]: readonly string[]): 'found' | 'open' | undefined => {
  if (step === undefined) return 'found';
  const { properties, items, additionalProperties, ...other } = fieldsOf(schema);
  const isOpen = other['x-kubernetes-preserve-unknown-fields'] === true || step === '**';
  const next = step.startsWith('[')
    ? [items]
    : step === '*'
      ? [additionalProperties, ...Object.values(fieldsOf(properties))]
      : [fieldsOf(properties)[step], additionalProperties];
  for (const one of next) {
    const found = isObject(one) ? look(one, rest) : undefined;
    if (found !== undefined) return found;
  }
  return isOpen || additionalProperties === true ? 'open' : undefined;
};

const readCrds = (folder: string): readonly Crd[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .flatMap((entry) => documentsIn(join(entry.parentPath, entry.name)).map((json) => ({ json, source: entry.name })))
    .flatMap(({ json, source }): readonly Crd[] => {
      const { kind, spec } = fieldsOf(json);
      if (kind !== 'CustomResourceDefinition') return [];
      const { group, names, versions, validation } = fieldsOf(spec);
      const schemas = [fieldsOf(validation), ...objectsOf(versions).map((one) => fieldsOf(one['schema']))];
      return [
        {
          group: String(group),
          kind: String(fieldsOf(names)['kind']),
          schemas: schemas.flatMap(({ openAPIV3Schema }) => openAPIV3Schema ?? []),
          source,
        },
      ];
    });

const documentsIn = (path: string): readonly unknown[] => {
  try {
    return parseYamlDocuments(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path} can't be read: ${String(error)}`);
    return [];
  }
};
