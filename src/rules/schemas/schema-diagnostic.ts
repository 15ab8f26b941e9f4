import { type KubernetesVersion, kubernetesVersions } from '../../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { holdsSecret } from '../../redaction/holds-secret.js';
import { describeViolation } from '../../schema/describe-violation.js';
import { fixViolation } from '../../schema/fix-violation.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { cronFault } from '../../schema/native/cron.js';
import type { Violation } from '../../schema/violation.js';
import { parseTemplate } from '../../substitution/parse-template.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { isDefaultOperator } from '../../substitution/template.js';
import { placeIn } from '../context/place-in.js';
import type { StateObject } from '../context/rule-state.js';
import { newerKubernetesRule, objectRule, objectSchema } from '../diagnostics.js';

/**
 * Reports a violation in one object as something that the API server rejects.
 *
 * @param cluster the object's cluster; a rule that its Kubernetes doesn't have yet is a notice
 * @param called the object's name in the message, if its title isn't unique
 */
export const schemaDiagnostic = (
  violation: Violation,
  object: StateObject,
  cluster: { readonly kubernetes?: KubernetesVersion | undefined },
  called: string = object.title,
): Diagnostic => {
  const path = printPath(violation.path);
  const at = placeIn(object, path);
  // Problems of generated objects are reported at the ResourceSet.
  const written = writtenForFlux(object, path, violation.value);
  const maker = [
    ...(written === undefined ? [] : [written.note]),
    ...(object.madeBy === undefined && object.construct !== undefined
      ? [`made by construct "${object.construct.node.path}"`]
      : []),
  ];
  const value = shown(violation, object);
  const words = describeViolation(violation, 'api-server');
  const fix = written?.fix ?? fixViolation(violation, 'api-server');
  if (violation.kind === 'rule') {
    return diagnose(objectRule, {
      message: `the API server refuses ${called}: "${path}" ${words === '' ? 'breaks a rule of its kind' : words}${value}`,
      at,
      notes: [`rule ${violation.rule.replaceAll(/\s+/g, ' ')}`, ...maker],
      fix,
    });
  }
  if (violation.kind === 'native-rule') {
    const { since } = violation;
    const isNewer = since !== undefined && cluster.kubernetes !== undefined && isAfter(since, cluster.kubernetes);
    return diagnose(isNewer ? newerKubernetesRule : objectRule, {
      message: isNewer
        ? `Kubernetes ${cluster.kubernetes} takes ${called}, and ${since} refuses it: "${path}" ${words}${value}`
        : `the API server refuses ${called}: "${path}" ${words}${value}`,
      at,
      notes: [`Kubernetes checks this in ${violation.upstream}`, ...maker],
      fix,
    });
  }
  if (object.apiVersion === 'v1' && object.kind === 'Service' && path === 'spec.selector.matchLabels') {
    return diagnose(objectSchema, {
      message: `the API server refuses ${called}: "${path}" ${words}`,
      at,
      notes: maker,
      fix: "write the labels of the pods directly under selector, without matchLabels: selector: { app: 'web' }",
    });
  }
  const schedule = violation.kind === 'format' && violation.format === 'cron' ? String(violation.value) : undefined;
  const fault = schedule === undefined ? undefined : cronFault(schedule);
  if (fault !== undefined) {
    return diagnose(objectSchema, {
      message: `the API server refuses ${called}: "${path}" takes ${fault.takes} as its ${fault.called}, not "${fault.text}" as in ${JSON.stringify(schedule)}`,
      at,
      notes: maker,
      fix: `give ${fault.takes} as the ${fault.called}`,
    });
  }
  if (violation.kind === 'required' && path === 'spec' && isMetadataAlone(object)) {
    return diagnose(objectSchema, {
      severity: 'notice',
      message: `${called} has metadata alone, which Flux adds to the object if something else makes it; until then the API server refuses it: "spec" ${words}`,
      at,
      notes: maker,
      fix: 'let whatever makes the object set its metadata, or set "spec"',
    });
  }
  const isDropped = violation.kind === 'unknown-key' && isTyped(object.group);
  return diagnose(objectSchema, {
    message: isDropped
      ? `${called}: "${path}" ${words}, and Flux leaves it out`
      : `the API server refuses ${called}: "${path}" ${words}${value}`,
    at,
    notes: maker,
    fix,
  });
};

const isMetadataAlone = ({ json: { apiVersion: _, kind: __, sops: ___, metadata, ...rest } }: StateObject): boolean => {
  const { annotations, labels } = fieldsOf(metadata);
  return Object.keys(rest).length === 0 && (annotations !== undefined || labels !== undefined);
};

const isAfter = (since: string, own: KubernetesVersion): boolean =>
  kubernetesVersions.indexOf(since as KubernetesVersion) > kubernetesVersions.indexOf(own);

/** Longer values don't help more than the place does. */
const MAX_SHOWN = 60;

/** The value, if it's short and not secret. */
const shown = ({ path, value }: Violation, object: StateObject): string => {
  if (value === undefined || object.kind === 'Secret' || typeof value === 'object') return '';
  if (holdsSecret(path, value)) return '';
  // An environment variable has the name of its value beside it.
  const { name } = fieldsOf(path.at(-1) === 'value' ? valueAt(object.json, path.slice(0, -1)) : undefined);
  if (typeof name === 'string' && holdsSecret([name], value)) return '';
  // Values that aren't JSON data (FX311) yield undefined, or throw.
  const text = typeof value === 'bigint' ? undefined : JSON.stringify(value);
  return text === undefined || text.length > MAX_SHOWN ? '' : `, and has ${text}`;
};

/** The first variable of a text; undefined also where Flux couldn't read it. */
const firstVariable = (
  source: string,
): { readonly name: string; readonly fallback: string | undefined } | undefined => {
  try {
    const { nodes } = parseTemplate(source);
    const first = nodes.find((node) => typeof node === 'object');
    if (first === undefined) return undefined;
    const [fallback = '', ...others] = first.args;
    const isDefault = isDefaultOperator(first.operator) && others.length === 0 && typeof fallback === 'string';
    return { name: first.name, fallback: isDefault && nodes.length === 1 ? fallback : undefined };
  } catch (error) {
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
};

/** A value that arrives as it is written, though its author may have left it to Flux, and what to do about it. */
const writtenForFlux = (
  { sites, addon }: StateObject,
  path: string,
  value: unknown,
): { readonly note: string; readonly fix: string } | undefined => {
  const site = sites.find((one) => !one.isKey && printPath(one.path) === path);
  const variable = site === undefined ? undefined : firstVariable(site.source);
  if (site === undefined || variable === undefined || value !== site.source) return undefined;
  const { name, fallback } = variable;
  // Objects that no code declares have no addon.
  if (addon === undefined)
    return {
      note: `its Kustomization substitutes no vars, so Flux leaves ${site.source} as it is`,
      fix: `set ${name} in postBuild.substitute of the Kustomization; or write the value`,
    };
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const note =
    site.text === site.source
      ? `the addon has no vars, so its Kustomization has no postBuild, and Flux leaves ${site.source} as it is`
      : `the addon has no var "${name}", so synth writes ${JSON.stringify(site.text)}, and Flux leaves the text alone`;
  return fallback === undefined
    ? {
        note,
        fix: `declare it, infra: { vars: { ${name}: … } }, or set it in postBuild.substitute; or write the value`,
      }
    : {
        note,
        fix: `write the default, ${quoted(fallback)}; or declare the var with it, infra: { vars: { ${name}: z.string().default(${quoted(fallback)}) } }, so that Flux puts it in`,
      };
};

/**
 * Whether Flux turns objects of a group into Kubernetes' types, and back, before it applies them: fields that these don't
 * have are left out. https://github.com/fluxcd/pkg/blob/main/ssa/normalize/normalize.go
 */
const isTyped = (group: string): boolean =>
  isBuiltInGroup(group) && group !== 'apiextensions.k8s.io' && group !== 'apiregistration.k8s.io';
