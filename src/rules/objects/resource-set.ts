import type { ScopeOf } from '../../compile/kind-scopes.js';
import { objectName } from '../../constructs/diagnostics.js';
import { groupOf } from '../../constructs/reference.js';
import { addNamespace } from '../../declared/external.js';
import { namespaceWithoutCreator } from '../../dependencies/diagnostics.js';
import { defineDiagnostic, diagnose, formatValue, nearest } from '../../diagnostics/index.js';
import { mayMakeKind } from '../../flux/resource-sets/may-make.js';
import { OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { MadeByUs } from '../context/made-objects.js';
import {
  type CheckContext,
  defineRule,
  isFluxGroup,
  placeIn,
  type Report,
  type StateIndex,
  type StateObject,
  specOf,
} from '../rule.js';

const setFails = defineDiagnostic({
  code: 'FX666',
  name: 'resource-set-fails',
  severity: 'error',
  summary:
    'A template, an input or a dependency of a ResourceSet makes the Flux Operator give up on the whole set: it applies no more of it, and keeps what it applied before.',
  page: {
    example: "inputs: [{ tenant: 'a' }], resources: [{ …, metadata: { name: '<< inputs.tenantt >>' } }]",
    flux: 'build failed: failed to build resources[0]: failed to execute template: … map has no entry for key "tenantt"',
    right: "metadata: { name: '<< inputs.tenant >>' }",
  },
  exceptable: true,
});

/** The Flux Operator can generate the objects of a ResourceSet, with a name and in an existing namespace. */
export const resourceSetRule = defineRule(
  [setFails, objectName, namespaceWithoutCreator],
  ({ units }, report, context) => {
    const { failed, nameless } = context.sets;
    for (const { set, failure } of failed) {
      const { path, inputs, fault } = failure;
      report(
        diagnose(setFails, {
          message: `the Flux Operator can't make what ${set.title} asks for: ${fault}`,
          at: placeIn(set, path),
          notes: inputs === undefined ? [] : [`it fails with ${inputs}`],
          fix: fixOf(fault, set),
        }),
      );
    }
    for (const { set, json, origin } of nameless) {
      const { name } = isObject(json['metadata']) ? json['metadata'] : {};
      report(
        diagnose(objectName, {
          message: `${set.title} makes ${typeof json['kind'] === 'string' ? `a ${json['kind']}` : 'an object'} ${name === undefined ? 'without metadata.name' : `with the metadata.name ${formatValue(name)}`}`,
          at: placeIn(set, origin.path),
          notes: origin.inputs === undefined ? [] : [`it is made with ${origin.inputs}`],
          fix:
            typeof name === 'number'
              ? 'quote it in the template: << inputs.name | quote >>'
              : 'give it a name that is text',
        }),
      );
    }
    reportDependencies(context, report);
    reportCopies(context, report);
    if (!units.some(({ isPartial }) => isPartial)) reportNamespaces(context, report);
  },
);

/** The fix for a template that names a key that no input has. */
const fixOf = (fault: string, set: StateObject): string => {
  const key = /no entry for key "(.*)"/.exec(fault)?.[1];
  if (key === undefined) return 'correct the template, or the inputs';
  const { inputs } = specOf(set);
  const known = listOf(inputs).flatMap((one) => (isObject(one) ? Object.keys(one) : []));
  const near = known.includes(key) ? undefined : nearest(key, known);
  return near === undefined
    ? `give each of the inputs "${key}", or write: << get inputs "${key}" >>`
    : `did you mean "${near}"? else give each of the inputs "${key}"`;
};

/** The operator looks for dependencies of a set only where the set says. */
const reportDependencies = ({ state, index }: CheckContext, report: Report): void => {
  for (const set of index.byKind.get(`${OPERATOR_GROUP}/ResourceSet`) ?? []) {
    const { dependsOn } = specOf(set);
    for (const [at, one] of listOf(dependsOn).entries()) {
      if (!isObject(one) || (one['namespace'] !== undefined && one['namespace'] !== '')) continue;
      const { apiVersion, kind, name } = one;
      if (!isNamespaced(groupOf(String(apiVersion)), String(kind), state.scopeOf)) continue;
      report(
        diagnose(setFails, {
          message: `${set.title} waits forever for ${String(kind)}/${String(name)}: dependsOn doesn't have its namespace, and the Flux Operator doesn't look in that of the set`,
          at: placeIn(set, `spec.dependsOn[${at}]`),
          fix: `add namespace: '${set.namespace ?? 'default'}', or the one that it is in`,
        }),
      );
    }
  }
};

/** Annotations that name other objects, with the form that the operator reads. */
const NAMING: Readonly<Record<string, { readonly form: string; readonly isRight: (value: string) => boolean }>> = {
  copyFrom: { form: 'namespace/name', isRight: (value) => value.split('/').length === 2 },
  checksumFrom: {
    form: 'Kind/namespace/name, with a ConfigMap or Secret',
    isRight: (value) => value.split(',').every((one) => /^(?:(?:ConfigMap|Secret)\/[^/]+\/[^/]+)?$/.test(one.trim())),
  },
};

/** Checks generated objects that copy data from others. */
const reportCopies = ({ sets }: CheckContext, report: Report): void => {
  for (const { json, madeBy, title, kind, group } of sets.objects) {
    const { metadata } = json;
    const annotations = isObject(metadata) && isObject(metadata['annotations']) ? metadata['annotations'] : {};
    for (const [mark, { form, isRight }] of Object.entries(NAMING)) {
      const key = `${OPERATOR_GROUP}/${mark}`;
      const value = annotations[key];
      if (mark === 'copyFrom' && (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret'))) continue;
      if (typeof value !== 'string' || holdsExpression(value) || isRight(value)) continue;
      const { set, path, inputs } = madeBy;
      report(
        diagnose(setFails, {
          message: `the Flux Operator can't make what ${set.title} asks for: ${title} has the annotation ${key}: ${formatValue(value)}, which must be ${form}`,
          at: placeIn(set, path),
          notes: inputs === undefined ? [] : [`it fails with ${inputs}`],
          fix: `give it as ${form}`,
        }),
      );
    }
  }
};

const isNamespaced = (group: string, kind: string, scopeOf: ScopeOf): boolean => {
  const scope = scopeOf(group, kind);
  const isKnown = isBuiltInGroup(group) || isFluxGroup(group) || group === OPERATOR_GROUP;
  return scope === 'Namespaced' || (scope === undefined && isKnown);
};

/** Checks the namespaces of generated objects, and namespaces that sets may generate. */
const reportNamespaces = ({ state, sets, index, references }: CheckContext, report: Report): void => {
  const { scopeOf, declared } = state;
  if ([...sets.open.values()].some((templates) => mayMakeKind(templates, 'Namespace'))) return;
  const names = [
    ...state.namespaces.map(({ name }) => name),
    ...references.targets.ofKind('', 'Namespace').map(({ name }) => name),
  ];
  const isThere = (name: string): boolean => {
    const target = { group: '', kind: 'Namespace', name, namespace: undefined };
    return (
      references.isKnown(target) ||
      references.targets.find(target) !== undefined ||
      declared?.others?.creatorOf(name) !== undefined ||
      isMadeByHelm(name, index)
    );
  };
  for (const { name, mayBeMade, tell } of declared?.built.uncreated ?? []) {
    const target = { group: '', kind: 'Namespace', name, namespace: undefined };
    if (mayBeMade === true && references.targets.find(target) === undefined)
      report(tell(declared?.others?.creatorOf(name)));
  }
  const missing = new Map<string, { readonly first: MadeByUs; readonly name: string; readonly others: Set<string> }>();
  for (const object of sets.objects) {
    const { namespace: name, group, kind, madeBy } = object;
    if (name === undefined || holdsExpression(name) || scopeOf(group, kind) === 'Cluster' || isThere(name)) continue;
    const key = `${madeBy.set.unit}\0${madeBy.set.namespace}\0${madeBy.set.name}`;
    const known = missing.get(key);
    if (known === undefined) missing.set(key, { first: object, name, others: new Set() });
    else if (known.name !== name) known.others.add(name);
  }
  for (const { first, name, others } of missing.values()) {
    const { set, path, inputs } = first.madeBy;
    const near = nearest(name, names);
    report(
      diagnose(namespaceWithoutCreator, {
        message: `nothing creates the namespace "${name}", in which ${set.title} makes ${first.title}${inputs === undefined ? '' : ` with ${inputs}`}`,
        at: placeIn(set, path),
        notes:
          others.size === 0
            ? []
            : [`nor the namespaces ${[...others].map((one) => `"${one}"`).join(', ')}, for other inputs`],
        fix: `${near === undefined ? '' : `did you mean "${near}"? else `}let the set make the Namespace too${set.addon === undefined ? '' : `, or ${addNamespace(name, ...others)} if ${others.size === 0 ? 'it is' : 'they are'} there already`}`,
      }),
    );
  }
};

const isMadeByHelm = (name: string, { byKind }: StateIndex): boolean =>
  (byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []).some((release) => {
    const { install, targetNamespace } = specOf(release);
    return targetNamespace === name && isObject(install) && install['createNamespace'] === true;
  });
