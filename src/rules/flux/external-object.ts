import { type DeclaredExternal, printExternal } from '../../compile/external-kustomization.js';
import type { ExternalObject } from '../../compile/external-object.js';
import { findExternal } from '../../compile/find-external.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { components } from '../../flux/components.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { nameOf } from '../references/describe.js';
import { isListed, isListedTwin } from '../references/external.js';
import type { FoundReference } from '../references/index.js';
import { type DeclaredUnit, defineDeclaredRule, type Elsewhere, type Unit, unitTitle } from '../rule.js';

const unusedExternal = defineDiagnostic({
  code: 'FX638',
  name: 'external-unused',
  severity: 'notice',
  summary: "No object refers to an entry of a cluster's `external`, or no addon waits for an external Kustomization.",
  page: {
    example: "external: [{ kind: 'secret', namespace: 'web', name: 'pull' }]   // and a pod names the Secret pull",
    right: "external: [{ kind: 'Secret', namespace: 'web', name: 'pull' }]",
  },
});

/** What a cluster lists as made elsewhere, its objects name. */
export const externalObjectRule = defineDeclaredRule(
  [unusedExternal],
  ({ units, elsewhere }, report, { references }) => {
    const { externalObjects } = elsewhere;
    // What a broken addon would have named isn't known.
    if (units.some(({ isPartial }) => isPartial)) return;
    for (const one of unusedKustomizations(elsewhere, units)) report(unusedKustomization(one));
    if (externalObjects.length === 0) return;
    const unused = [...externalObjects.entries()].filter(
      ([, one]) =>
        !isOfFlux(one) &&
        !isMarkedFor(one, units) &&
        !references.all.some((found) => isListed(one, found) || (isSameKind(one, found) && isOpen(found))),
    );
    if (unused.length === 0) return;
    const missing = references.all.filter(
      (found) => references.targets.find(found) === undefined && !externalObjects.some((one) => isListed(one, found)),
    );
    const isMentioned = ({ name }: ExternalObject) =>
      units.some(({ objects }) => objects.some(({ json }) => JSON.stringify(json).includes(name)));
    for (const [index, one] of unused) {
      const meant = meantBy(one, missing);
      // A chart's values may name it, or a field of a kind of which fluxspan doesn't know what it names.
      if (meant !== undefined || !isMentioned(one)) report(unusedOf(one, index, meant));
    }
  },
);

/** What Flux itself is made of: no object names it. */
const isOfFlux = ({ kind, name }: ExternalObject): boolean =>
  kind === 'FluxInstance' ||
  (kind === 'Kustomization' && name === FLUX_NAMESPACE) ||
  (kind === 'Deployment' && components.some((one) => one === name));

/** Whether an image is marked for an ImagePolicy that is listed. */
const isMarkedFor = (one: ExternalObject, units: readonly Unit[]): boolean =>
  one.kind === 'ImagePolicy' &&
  units.some(({ objects, entry }) =>
    [...objects, ...entry].some(({ imageMarks = [] }) =>
      imageMarks.some(({ policy }) => {
        const [namespace, name] = policy.split(':');
        return one.name === name && (one.namespace === undefined || one.namespace === namespace);
      }),
    ),
  );

/** External Kustomizations for which neither an addon nor another one of them waits. */
const unusedKustomizations = (elsewhere: Elsewhere, units: readonly DeclaredUnit[]): readonly DeclaredExternal[] => {
  const used = new Set<DeclaredExternal | undefined>([
    ...units.flatMap(({ declared }) => declared.built.externals),
    ...elsewhere.externals.flatMap(({ dependsOn }) => dependsOn.map((one) => findExternal(elsewhere, one))),
  ]);
  // What comes too late to be waited for has been told (FX203).
  const required = new Set<string>(units.flatMap(({ declared }) => declared.built.instance.definition.requires ?? []));
  return elsewhere.externals.filter(
    (one) => !used.has(one) && ![one.name, ...one.provides].some((capability) => required.has(capability)),
  );
};

const unusedKustomization = (one: DeclaredExternal): Diagnostic => {
  const source = one.place();
  return diagnose(unusedExternal, {
    message: `no addon waits for Kustomization "${one.namespace}/${one.name}", which the cluster declares as external`,
    at: source === undefined ? {} : { source },
    fix: `Let an addon require what it provides, or a later stage say dependsOn: [${printExternal(one)}]; otherwise remove .external(…)`,
  });
};

/** What an entry was most likely made for: it has another case, a letter wrong, or another namespace. */
const meantBy = (one: ExternalObject, missing: readonly FoundReference[]): FoundReference | undefined =>
  missing.find((found) => isSameKind(one, found) && isListed({ ...one, kind: found.kind }, found)) ??
  missing.find((found) => isListedTwin(one, found)) ??
  missing.find((found) => one.kind === found.kind && one.name === found.name);

const isSameKind = (one: ExternalObject, { kind }: FoundReference): boolean =>
  one.kind.toLowerCase() === kind.toLowerCase();

/** Flux puts something into its name or namespace that isn't known here. */
const isOpen = ({ name, namespace }: FoundReference): boolean =>
  holdsExpression(name) || holdsExpression(namespace ?? '');

const unusedOf = (one: ExternalObject, index: number, found: FoundReference | undefined): Diagnostic =>
  diagnose(unusedExternal, {
    message: `no object names ${nameOf({ namespace: undefined, ...one })}, which the cluster lists in external`,
    at: { path: `external[${index}]` },
    ...(found === undefined
      ? {}
      : { notes: [`${found.object.title} of ${unitTitle(found.object)} names ${nameOf(found)}`] }),
    fix: found === undefined ? 'Remove the entry' : `Did you mean ${entryOf(one, found)}? Otherwise remove the entry`,
  });

/** The entry as it would have to be. */
const entryOf = (one: ExternalObject, { group, kind, name, namespace }: FoundReference): string => {
  const fields = {
    kind,
    ...(one.namespace === undefined || namespace === undefined ? {} : { namespace }),
    name,
    ...(one.group === undefined ? {} : { group }),
  };
  return `{ ${Object.entries(fields)
    .map(([key, value]) => `${key}: '${value}'`)
    .join(', ')} }`;
};
