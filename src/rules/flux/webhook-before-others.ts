import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { compareText } from '../../json/compare-text.js';
import type { JsonObject } from '../../json/json-value.js';
import type { BlockingWebhook } from '../../knowledge/form/blocking-webhook.js';
import { blockingWebhooks } from '../../knowledge/index.js';
import { chartNamesOf } from '../context/chart-names.js';
import {
  defineRule,
  objectsOfKind,
  placeIn,
  type StateIndex,
  type StateObject,
  specOf,
  titleOfUnit,
  type Unit,
  unitTitle,
} from '../rule.js';
import { valuesOf } from '../values/release-sources.js';

const webhookBeforeOthers = defineDiagnostic({
  code: 'FX600',
  name: 'webhook-before-others',
  severity: 'warning',
  summary:
    'The webhook of a release is asked about objects that others create, and fails closed: until its pods serve, the API server refuses these objects.',
  page: {
    example:
      "albController({ values: { enableServiceMutatorWebhook: true } }), and externalDns() that doesn't wait for it",
    flux: 'failed calling webhook "mservice.elbv2.k8s.aws": … no endpoints available for service "aws-load-balancer-webhook-service"',
    right: "albController(), or requires: ['alb-controller'] in the addons that create Services",
  },
  exceptable: true,
});

const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** Whoever creates objects that a webhook is asked about comes after the webhook serves, or before it is there. */
export const webhookBeforeOthersRule = defineRule(
  [webhookBeforeOthers],
  (state, report, { index }) => {
    for (const release of objectsOfKind(index, RELEASE)) {
      for (const webhook of new Set(chartNamesOf(release).flatMap((name) => blockingWebhooks.get(name) ?? []))) {
        const except = webhook.exceptIn(valuesOf(release) as JsonObject);
        if (except === undefined) continue;
        const units = state.units.filter(
          (unit) =>
            !isOrdered(unit, release, index) && unit.objects.some((one) => creates(one, webhook, release, except)),
        );
        const isWaiting = unitWaits(index.unitOf.get(release.unit));
        if (units.length > 0) report(problemOf(release, webhook, units, isWaiting));
      }
    }
  },
  { looksAtApplied: true },
);

/** Whether one of two units comes after the other, so that the webhook serves then, or isn't there yet. */
const isOrdered = ({ name }: Unit, { unit }: StateObject, index: StateIndex): boolean =>
  name === unit || index.comesAfter(name, unit) || index.comesAfter(unit, name) || waitsForParent(name, unit, index);

/** Whether a unit waits for one that applies the other, and that is ready only when the other is. */
const waitsForParent = (name: string, other: string, { unitOf, waitsFor }: StateIndex): boolean => {
  const isWaited = (parent: string): boolean => {
    for (let at: string | undefined = name; at !== undefined; at = unitOf.get(at)?.parent) {
      if (waitsFor(at, parent)) return true;
    }
    return false;
  };
  for (let at = parentOf(other, unitOf); at !== undefined; at = parentOf(at, unitOf)) if (isWaited(at)) return true;
  return false;
};

const parentOf = (name: string, unitOf: StateIndex['unitOf']): string | undefined => {
  const parent = unitOf.get(unitOf.get(name)?.parent ?? '');
  return parent?.entry.some((one) => one.kind === 'Kustomization' && specOf(one)['wait'] === true)
    ? parent.name
    : undefined;
};

/** Most charts have a Service, but only some have others of these kinds. */
const creates = (
  object: StateObject,
  { on }: BlockingWebhook,
  release: StateObject,
  except: readonly string[],
): boolean => {
  const key = `${object.group}/${object.kind}`;
  if (key === RELEASE) return on === '/Service' && !waits(object, release) && !except.includes(namespaceOf(object));
  return key === on && !except.includes(namespaceOf(object));
};

const waits = (object: StateObject, { name, namespace }: StateObject): boolean =>
  objectsOf(specOf(object)['dependsOn']).some(
    (one) => one['name'] === name && (one['namespace'] ?? object.namespace) === namespace,
  );

/** Where the objects of a release are, or the object. */
const namespaceOf = (object: StateObject): string =>
  String(specOf(object)['targetNamespace'] ?? object.namespace ?? '');

/** Whether a Kustomization is ready only when its objects are. */
const unitWaits = (unit: Unit | undefined): boolean =>
  unit?.entry.some(
    (one) =>
      one.kind === 'Kustomization' &&
      (specOf(one)['wait'] === true || objectsOf(specOf(one)['healthChecks']).length > 0),
  ) === true;

const problemOf = (release: StateObject, { on, off }: BlockingWebhook, units: readonly Unit[], isWaiting: boolean) => {
  const kind = on.slice(on.indexOf('/') + 1);
  const names = units.map(titleOfUnit).sort(compareText);
  const isCode = units.some(({ declared }) => declared !== undefined);
  const waiting = isCode
    ? `have those addons wait: add '${release.unit}' to their \`requires\`, or to \`dependsOn\` of their stage`
    : `have those Kustomizations wait for ${unitTitle(release)} with spec.dependsOn${isWaiting ? '' : ', and give that one wait: true'}`;
  return diagnose(webhookBeforeOthers, {
    message: `until the pods of ${release.title} serve, its webhook makes the API server refuse every new ${kind}: ${names.join(', ')} ${names.length === 1 ? 'creates' : 'create'} some, or may, without waiting for it`,
    at: placeIn(release, 'spec.values'),
    fix: off === undefined ? waiting : `set ${off} in its values; or ${waiting}`,
  });
};
