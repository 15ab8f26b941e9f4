import { isLabel } from '../addon/names.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import { duplicateName } from '../declared/diagnostics.js';
import type { External, ExternalKustomization } from '../declared/external.js';
import { type DeclaredExternal, printDeclaration } from '../declared/external-kustomization.js';
import type { ExternalObject } from '../declared/external-object.js';
import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { isText } from '../json/is-text.js';
import { clusterOptions } from './diagnostics.js';
import type { KnownNames } from './known-names.js';
import { dependencies, type OptionType, optionalText, parseOptions, text, texts } from './parse-options.js';

/** What is there without fluxspan, by what it is good for. */
export interface DeclaredExternals {
  readonly provides: readonly string[];
  readonly namespaces: readonly string[];
  readonly kustomizations: readonly Omit<DeclaredExternal, 'place'>[];
  readonly objects: readonly ExternalObject[];
}

const objectTypes: Readonly<Record<Exclude<keyof ExternalObject, 'isBootstrap'>, OptionType>> = {
  kind: text("give its kind: 'Secret'"),
  name: text("give its metadata.name: 'pull'"),
  namespace: optionalText("give its namespace: 'web'"),
  group: optionalText("give its API group: 'apps', and '' for Kubernetes' core"),
};

const kustomizationTypes: Readonly<Record<keyof ExternalKustomization | 'group', OptionType>> = {
  kind: objectTypes.kind,
  group: objectTypes.group,
  name: {
    accepts: (value) => isText(value) && isObjectName(value),
    fix: "give its metadata.name: { kind: 'Kustomization', name: 'monitoring' }",
  },
  namespace: {
    accepts: (value) => isText(value) && isLabel(value),
    fix: "give the namespace of the Kustomization itself: 'flux-system'",
  },
  provides: texts("give a list of capabilities: ['monitoring.coreos.com']"),
  dependsOn: dependencies,
};

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
const isObjectName = (name: string): boolean => name.length <= 253 && name.split('.').every((part) => isLabel(part));

/** An API group, or a name. */
const CAPABILITY = /^[A-Za-z\d](?:[-.\w]*[A-Za-z\d])?$/;

const EXAMPLE = "external: ['cert-manager.io', { kind: 'Namespace', name: 'web' }]";

/** What people write for what `external` has. */
export const inExternal: Readonly<Record<string, string>> = {
  provides: "list the capabilities in external: ['cert-manager.io']",
  namespaces: "list them in external: [{ kind: 'Namespace', name: 'web' }]",
};

/** Reads `external` of a cluster, which may come without types. What is wrong with an entry leaves the others as they are. */
export const parseExternal = (
  given: unknown,
  names: KnownNames,
  report: (problem: Diagnostic) => void,
): DeclaredExternals => {
  const found = {
    provides: new Set<string>(),
    namespaces: new Set<string>(),
    kustomizations: [] as Omit<DeclaredExternal, 'place'>[],
    objects: [] as ExternalObject[],
  };
  const refuse = (message: string, fix: string, path: string) =>
    report(diagnose(clusterOptions, { message, fix, at: { path } }));
  if (given !== undefined && !Array.isArray(given))
    refuse(`external is ${formatValue(given)}`, `give a list: ${EXAMPLE}`, 'external');
  for (const [index, entry] of (Array.isArray(given) ? (given as readonly unknown[]) : []).entries()) {
    const path = `external[${index}]`;
    if (typeof entry === 'string' && CAPABILITY.test(entry)) found.provides.add(entry);
    else if (!isObject(entry)) {
      const fix = `give the name of a capability, or an object with its kind and name: ${EXAMPLE}`;
      refuse(`${path} is ${formatValue(entry)}`, fix, path);
    } else if (isKustomization(entry)) {
      const declared = parseKustomization(entry, path, names, report);
      if (declared !== undefined) found.kustomizations.push(declared);
    } else {
      const one = parseEntry<ExternalObject>(entry, path, objectTypes, report);
      if (one === undefined) continue;
      if (one.kind !== 'Namespace' || (one.group ?? '') !== '') found.objects.push(one);
      else if (found.namespaces.has(one.name)) {
        const fix = `take one { kind: 'Namespace', name: '${one.name}' } out`;
        const message = `external has Namespace "${one.name}" twice`;
        report(diagnose(duplicateName, { message, fix, at: { path } }));
      } else found.namespaces.add(one.name);
    }
  }
  return { ...found, provides: [...found.provides], namespaces: [...found.namespaces] };
};

/** The cluster's root is part of Flux, which no addon waits for: it is an object like any other. */
const isKustomization = ({ kind, group, name, namespace }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'Kustomization' &&
  (group === undefined || group === 'kustomize.toolkit.fluxcd.io') &&
  !(name === FLUX_NAMESPACE && (namespace ?? FLUX_NAMESPACE) === FLUX_NAMESPACE);

/** An entry whose fields are all right, and that has a kind and a name. */
const parseEntry = <T extends External & object>(
  entry: object,
  path: string,
  types: { readonly [K in keyof Required<T>]?: OptionType },
  report: (problem: Diagnostic) => void,
): T | undefined => {
  let isGood = true;
  const good = parseOptions<object>('an entry of external', path, entry, types as never, (problem) => {
    isGood = false;
    report({ ...problem, at: { path: [path, problem.at?.path].filter((one) => one !== undefined).join('.') } });
  }) as T;
  if (!isGood) return undefined;
  if ('kind' in good && 'name' in good) return good;
  const fix =
    'kind' in good && (good as External & object).kind === 'Kustomization'
      ? kustomizationTypes.name.fix
      : "give both: { kind: 'Secret', namespace: 'web', name: 'pull' }";
  report(diagnose(clusterOptions, { message: `${path} has no kind or no name`, fix, at: { path } }));
  return undefined;
};

const parseKustomization = (
  entry: object,
  path: string,
  names: KnownNames,
  report: (problem: Diagnostic) => void,
): Omit<DeclaredExternal, 'place'> | undefined => {
  const good = parseEntry<ExternalKustomization>(entry, path, kustomizationTypes as never, report);
  if (good === undefined) return undefined;
  const { name, namespace = FLUX_NAMESPACE, provides = [], dependsOn = [] } = good;
  if (names.hasExternal({ name, namespace })) {
    report(
      diagnose(duplicateName, {
        message: `external has Kustomization "${namespace}/${name}" twice`,
        fix: `take one ${printDeclaration({ name, namespace })} out`,
        at: { path },
      }),
    );
    return undefined;
  }
  names.addExternal({ name, namespace });
  return { name, namespace, provides: [...new Set(provides)], dependsOn };
};
