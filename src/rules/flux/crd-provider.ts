import { waitAgain } from '../../compile/starts-without.js';
import { addCapability } from '../../declared/external.js';
import { printExternalFor, printUnsaid } from '../../declared/others-in-base.js';
import { capabilitiesFromElsewhere } from '../../dependencies/find-external.js';
import { defineDiagnostic, diagnose, ties } from '../../diagnostics/index.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { findCrdProviders, hasCrd } from '../context/crd-providers.js';
import { defineRule, isFluxGroup, placeIn, placeInUnit, specOf, titleOfUnit, type Unit, waitFor } from '../rule.js';

export const crdProvider = defineDiagnostic({
  code: 'FX605',
  name: 'crd-provider',
  severity: 'error',
  summary: 'A custom resource is applied before its CRD exists: no addon that it waits for provides its group.',
  page: {
    example: 'the addon "web" makes a Widget and requires nothing that installs its CRD',
    flux: 'Widget/web dry-run failed: no matches for kind "Widget" in version "example.org/v1"',
    right: 'defineAddon({ name: "web", requires: ["example.org"], … })',
  },
  exceptable: true,
  missesObject: true,
});

const crdNotWaitedFor = defineDiagnostic({
  code: 'FX606',
  name: 'crd-not-waited-for',
  severity: 'error',
  summary:
    "An addon that installs CRDs with a release is ready before they exist, because its Kustomization doesn't wait.",
  page: {
    example: 'widgetOperator({ kustomization: { wait: false } })',
    flux: 'no matches for kind "Widget" in version "example.org/v1", until the release has installed',
    right: 'widgetOperator()',
  },
  exceptable: true,
});

/**
 * Flux applies a custom resource after its CRD: its addon waits for an addon that is ready only once it has installed
 * the CRD. In the CRD's own Kustomization this works for plain manifests, which Flux applies first, but never for CRDs
 * of a release.
 */
export const crdProviderRule = defineRule(
  [crdProvider, crdNotWaitedFor],
  (state, report, { index, sets }) => {
    const { waitsFor, comesAfter } = index;
    const external = capabilitiesFromElsewhere(state.elsewhere);
    const providers = findCrdProviders(state);
    const partial = state.units.filter(({ isPartial }) => isPartial).map(({ name }) => name);
    const fromSets = sets.open.size > 0 || sets.objects.some(({ kind }) => BRINGING.has(kind));
    for (const unit of state.units) {
      const { objects } = unit;
      const definition = unit.declared?.built.instance.definition;
      const requires = new Set<string>(definition?.requires);
      /** The CRDs may be part of an addon whose code failed. */
      const mayCome = partial.some((name) => name === unit.name || waitsFor(unit.name, name));
      const told = new Set<string>();
      for (const object of objects) {
        const { group } = object;
        if (isBuiltInGroup(group) || isFluxGroup(group) || external.has(group) || told.has(group)) continue;
        const provider = providers.get(group);
        // The Flux Operator retries until the CRD exists.
        if (object.madeBy !== undefined && (provider !== undefined || fromSets)) continue;
        const at = placeIn(object, 'apiVersion');
        const noMatch = `Flux reports: no matches for kind "${object.kind}" in version "${object.apiVersion}"`;
        // FX203 has already reported a requirement that isn't provided in time.
        const isTold = requires.has(group);
        if (provider === undefined) {
          // Without declarations, the CRDs may exist before Flux, or come with a release.
          if (isTold || mayCome || state.declared === undefined) continue;
          told.add(group);
          const there = state.declared.others?.crdsOf(group);
          report(
            diagnose(crdProvider, {
              message:
                there === undefined
                  ? `nothing in the cluster provides the CRDs of "${group}"`
                  : `no addon provides the CRDs of "${group}", and ${printUnsaid(there, 'installs them')}`,
              at,
              notes: [noMatch],
              fix:
                there === undefined || there.isRoot
                  ? `${there === undefined ? `let the addon require '${group}' and add one that provides it, or ` : ''}${addCapability(group)}${there === undefined ? ' if they are there already' : ''}`
                  : `${printExternalFor(group, there)}, and let the addon require '${group}'`,
            }),
          );
        } else if (provider === unit) {
          if (!objects.some(({ kind }) => kind === 'HelmRelease') || hasCrd(provider, group)) continue;
          told.add(group);
          report(
            diagnose(crdProvider, {
              message: `${titleOfUnit(unit)} installs the CRDs of "${group}" by a release and their objects in one Kustomization, of which Flux then applies neither`,
              at,
              notes: [noMatch],
              fix: `make the objects in an addon of their own, in a later stage, that requires '${group}'`,
            }),
          );
        } else if (!comesAfter(unit.name, provider.name)) {
          // A unit waits for earlier stages, unless Flux's root removes the dependency.
          if (isTold && stageOf(provider) >= stageOf(unit)) continue;
          told.add(group);
          report(
            diagnose(crdProvider, {
              message: `${titleOfUnit(unit)} has objects of "${group}" and does not wait for ${titleOfUnit(provider)}, which installs their CRDs`,
              at,
              // Flux retries, and plain YAML may rely on that.
              ...(definition === undefined ? { severity: 'warning' as const } : {}),
              notes: [noMatch],
              ties: { follows: [ties.waiting(unit.name)] },
              fix:
                definition === undefined
                  ? waitFor(provider.name, unit.name)
                  : definition.startsWithout?.includes(group) === true
                    ? waitAgain(group, unit.name)
                    : `add '${group}' to \`requires\` of addon "${unit.name}"`,
            }),
          );
        } else if (!isWaiting(provider) && !hasCrd(provider, group) && !provider.isPartial) {
          told.add(group);
          report(
            diagnose(crdNotWaitedFor, {
              message: `${titleOfUnit(provider)} is ready before the CRDs of "${group}" are there: its Kustomization does not wait`,
              at: placeInUnit(provider, 'spec.wait'),
              notes: [`${titleOfUnit(unit)} has objects of them`],
              fix: 'take `wait: false` out of its kustomization settings, or give healthChecks',
            }),
          );
        }
      }
    }
  },
  { looksAtApplied: true },
);

/** Kinds that a ResourceSet may generate and that may bring CRDs. */
const BRINGING: ReadonlySet<string> = new Set(['HelmRelease', 'Kustomization']);

const stageOf = ({ declared }: Unit): number => declared?.built.stage ?? 0;

const isWaiting = ({ entry }: Unit): boolean =>
  entry.some((one) => {
    if (one.kind !== 'Kustomization') return false;
    const { wait, healthChecks } = specOf(one) as { wait?: unknown; healthChecks?: readonly unknown[] };
    return wait === true || (healthChecks?.length ?? 0) > 0;
  });
