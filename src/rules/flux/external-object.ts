import { FLUX_NAMESPACE } from '../../contract/index.js';
import { type DeclaredExternal, printExternal } from '../../declared/external-kustomization.js';
import type { ExternalObject } from '../../declared/external-object.js';
import { findExternal } from '../../dependencies/find-external.js';
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

/** Objects of a cluster name everything that it lists as external. */
export const externalObjectRule = defineDeclaredRule(
  [unusedExternal],
  ({ units, elsewhere }, report, { references }) => {
    const { externalObjects } = elsewhere;
    // It isn't known what an addon that failed would have named.
    if (units.some(({ isPartial }) => isPartial)) return;
    for (const one of unusedKustomizations(elsewhere, units)) report(unusedKustomization(one));
    if (externalObjects.length === 0) return;
    const unused = [...externalObjects.entries()].filter(
      ([, one]) =>
        one.isBootstrap !== true &&
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
      // A chart's values may name it, or a field whose references fluxspan doesn't know.
      if (meant !== undefined || !isMentioned(one)) report(unusedOf(one, index, meant));
    }
  },
);

/** Whether an entry is part of Flux itself, which no object names. */
const isOfFlux = ({ kind, name }: ExternalObject): boolean =>
  kind === 'FluxInstance' ||
  (kind === 'Kustomization' && name === FLUX_NAMESPACE) ||
  (kind === 'Deployment' && components.some((one) => one === name));

/** Whether an image is marked for a listed ImagePolicy. */
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

/** External Kustomizations that neither an addon nor another external Kustomization waits for. */
const unusedKustomizations = (elsewhere: Elsewhere, units: readonly DeclaredUnit[]): readonly DeclaredExternal[] => {
  const used = new Set<DeclaredExternal | undefined>([
    ...units.flatMap(({ declared }) => declared.built.externals),
    ...elsewhere.externals.flatMap(({ dependsOn }) => dependsOn.map((one) => findExternal(elsewhere, one))),
  ]);
  // FX203 has already reported providers that come too late.
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
    fix: `Let an addon require what it provides, or a later stage say dependsOn: [${printExternal(one)}]; otherwise remove it from external`,
  });
};

/** The reference that an entry was most likely intended for: it differs in case, in one letter, or in the namespace. */
const meantBy = (one: ExternalObject, missing: readonly FoundReference[]): FoundReference | undefined =>
  missing.find((found) => isSameKind(one, found) && isListed({ ...one, kind: found.kind }, found)) ??
  missing.find((found) => isListedTwin(one, found)) ??
  missing.find((found) => one.kind === found.kind && one.name === found.name);

const isSameKind = (one: ExternalObject, { kind }: FoundReference): boolean =>
  one.kind.toLowerCase() === kind.toLowerCase();

/** Whether Flux substitutes an unknown value in its name or namespace. */
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

/** The corrected entry. */
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
