import { varNotDeclared } from '../addon/diagnostics.js';
import { type Reader, VALUES_KEY, valuesConfigMap } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose, nearest, type Place, suggest } from '../diagnostics/index.js';
import { fieldsOf, listOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import { printPath } from '../json/json-path.js';
import type { Site } from '../substitution/sites.js';
// Not through the index: synth needs the parser alone, not the whole of substitution.
import { SubstitutionError } from '../substitution/substitution-error.js';
import { variablesOf } from '../substitution/variables-of.js';
import type { CompiledAddon, CompiledObject } from './compiled-cluster.js';
import { badExpression, openVars } from './diagnostics.js';

/** Every place of a cluster that reads an infra input. */
export interface Reads {
  readonly vars: ReadonlyMap<string, readonly Reader[]>;
  /** By release. */
  readonly values: ReadonlyMap<string, readonly Reader[]>;
  /** By the text of the secret's key, then by property; `''` for a place that reads all properties. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, readonly Reader[]>>;
}

const append = <K>(map: Map<K, Reader[]>, key: K, reader: Reader): void => {
  const there = map.get(key);
  if (there === undefined) map.set(key, [reader]);
  else if (!isSame(there.at(-1)!, reader)) there.push(reader);
};

/** A patch is one place, however often it reads a var. */
const isSame = (a: Reader, b: Reader): boolean => a.path === b.path && a.object === b.object && a.addon === b.addon;

/** Finds who reads what, and reports what no one declared. */
export const findReads = (
  cluster: AnyFluxCluster,
  addons: readonly CompiledAddon[],
  declaredAnywhere: ReadonlySet<string>,
  report: (problem: Diagnostic) => void,
): Reads => {
  const vars = new Map<string, Reader[]>();
  const values = new Map<string, Reader[]>();
  const secrets = new Map<string, Map<string, Reader[]>>();
  for (const addon of addons) {
    const { built, objects, patched } = addon;
    const { inputs, known } = built;
    const unknown = new Set<string>();
    const defaulted = new Map<string, Place>();
    const readSite = (object: CompiledObject, path: string, { template }: Site): void => {
      const at = { cluster: cluster.name, addon: object.addon, object: object.title, path };
      if (template instanceof SubstitutionError) {
        // Without any var the Kustomization substitutes nothing.
        if (!known.isSubstituted) return;
        report(
          diagnose(badExpression, {
            message: `Flux cannot read an expression: ${template.message}`,
            at,
            fix: 'write $${ for a ${ that Flux must leave alone, or annotate the object with kustomize.toolkit.fluxcd.io/substitute: disabled',
          }),
        );
        return;
      }
      for (const { name, exempt } of variablesOf(template)) {
        if (inputs.vars.has(name) || known.borrowed.has(name))
          append(vars, name, { addon: object.addon, object: object.title, path });
        else if (known.vars.has(name)) continue;
        else if (known.open.length > 0) unknown.add(name);
        // The name of a var that Terraform supplies is never meant to have its default alone.
        else if (exempt && known.isSubstituted && !name.startsWith('TF_')) {
          if (!defaulted.has(name)) defaulted.set(name, at);
        }
        // Without any var the Kustomization substitutes nothing; text like this then stays as it is, unless it is
        // plainly meant for Flux.
        else if (known.isSubstituted || declaredAnywhere.has(name) || name.startsWith('TF_')) {
          report(
            diagnose(varNotDeclared, {
              message: `addon "${object.addon}" reads \${${name}}, which it does not declare`,
              at,
              fix: `declare it in infra.vars and use vars.${name}, or write $\${${name}} if it is not meant for Flux; ${suggest(name, known.vars.keys())}`,
            }),
          );
        }
      }
    };
    for (const object of objects) {
      if (object.kind === 'HelmRelease') readValues(object, built.inputs.values.keys(), values);
      if (object.kind === 'ExternalSecret') readSecrets(object, secrets);
      for (const site of object.sites) readSite(object, printPath(site.path), site);
    }
    for (const { object, path, parts } of patched) {
      for (const { site } of parts) readSite(object, path, site);
    }
    for (const problem of takenDefaults(built.name, defaulted, known.vars.keys())) report(problem);
    if (unknown.size > 0) report(openVarsRead(cluster.name, addon, [...unknown].sort()));
  }
  return { vars, values, secrets };
};

/** Flux takes defaults, as their author most likely wants; but a name may be that of another var, misspelt. */
const takenDefaults = (
  addon: string,
  defaulted: ReadonlyMap<string, Place>,
  declared: Iterable<string>,
): readonly Diagnostic[] => {
  const vars = [...declared];
  const [misspelt, others] = [new Map<string, string>(), [] as string[]];
  for (const name of defaulted.keys()) {
    const near = nearest(name, vars);
    if (near === undefined) others.push(name);
    else misspelt.set(name, near);
  }
  const noticeOf = (names: readonly string[], fix = '') =>
    diagnose(varNotDeclared, {
      message: `addon "${addon}" reads ${names.map((name) => `\${${name}}`).join(', ')} with a default, and nothing sets ${names.length === 1 ? 'it: Flux takes the default' : 'them: Flux takes the defaults'}`,
      at: defaulted.get(names[0]!)!,
      severity: 'notice',
      fix: `${fix}set ${names.length === 1 ? 'it' : 'one'} in postBuild.substitute or declare it in infra.vars, if ${names.length === 1 ? 'the' : 'its'} default isn't right`,
    });
  return [
    ...[...misspelt].map(([name, near]) => noticeOf([name], `did you mean "${near}"? else `)),
    ...(others.length === 0 ? [] : [noticeOf(others)]),
  ];
};

const openVarsRead = (cluster: string, { built }: CompiledAddon, names: readonly string[]): Diagnostic =>
  diagnose(openVars, {
    message: `addon "${built.name}" reads ${names.map((name) => `\${${name}}`).join(', ')}, which ${built.known.open.join(' or ')} must supply`,
    at: { cluster, addon: built.name, path: 'kustomization.postBuild.substituteFrom' },
    fix: `list what it supplies, with types: { …, vars: { ${names[0]}: hostname() } }, or arn(), z.int() and the like; by names alone (vars: ['${names[0]}']), synth doesn't know what YAML makes of the values (FX603). What is listed nowhere is then text for others, and is escaped`,
  });

const readValues = (object: CompiledObject, releases: Iterable<string>, values: Map<string, Reader[]>): void => {
  const layers = listOf(fieldsOf(object.json['spec'])['valuesFrom']);
  for (const release of releases) {
    const index = layers.findIndex(
      (layer) =>
        isObject(layer) &&
        layer['kind'] === 'ConfigMap' &&
        layer['name'] === valuesConfigMap(release) &&
        (layer['valuesKey'] ?? VALUES_KEY) === VALUES_KEY,
    );
    if (index >= 0)
      append(values, release, { addon: object.addon, object: object.title, path: `spec.valuesFrom[${index}]` });
  }
};

const readSecrets = (object: CompiledObject, secrets: Map<string, Map<string, Reader[]>>): void => {
  const spec = fieldsOf(object.json['spec']);
  for (const [list, way] of [
    ['data', 'remoteRef'],
    ['dataFrom', 'extract'],
  ] as const) {
    for (const [index, entry] of listOf(spec[list]).entries()) {
      const ref = isObject(entry) ? entry[way] : undefined;
      if (!isObject(ref) || typeof ref['key'] !== 'string') continue;
      const properties = secrets.get(ref['key']) ?? new Map<string, Reader[]>();
      secrets.set(ref['key'], properties);
      const property = typeof ref['property'] === 'string' ? ref['property'] : '';
      append(properties, property, {
        addon: object.addon,
        object: object.title,
        path: `spec.${list}[${index}].${way}`,
      });
    }
  }
};
