import { isDuration } from '../constructs/duration.js';
import { type Diagnostic, diagnose, formatValue, nearest, suggest } from '../diagnostics/index.js';
import { type Component, components, requiredComponents } from '../flux/components.js';
import { componentsOf, flagsOf } from '../flux/controller-args.js';
import { fluxSettings, gateNeedsOther, unknownFeatureGate } from '../flux/diagnostics.js';
import { featureGates, gateSince, gatesOf } from '../flux/feature-gates.js';
import type { FluxOperatorSettings, FluxSettings, FluxSettingsOf } from '../flux/flux-settings.js';
import { type FluxVersion, fluxVersions } from '../flux/flux-version.js';
import { isObject } from '../json/is-object.js';
import { labelSelectorFault } from '../rules/languages/label-selector.js';
import { mayBeOfMinor, semverRangeFault } from '../rules/languages/semver-range.js';
import { isObjectName } from '../schema/object-names.js';
import { flag, type OptionType, oneOf, parseOptions, text } from './parse-options.js';

/** What `flux` of a cluster declares. */
export interface ParsedFlux {
  readonly version: FluxVersion;
  /** `undefined`: the code says nothing but the version. */
  readonly settings: FluxSettings | undefined;
}

const NEWEST: FluxVersion = '2.9';

const contradiction = (message: string, path: string, fix: string): Diagnostic =>
  diagnose(fluxSettings, { message, at: { path }, fix });

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
const isComponent = (name: unknown): name is Component => components.includes(name as Component);
const byComponent =
  (accepts: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) && Object.entries(value).every(([name, one]) => isComponent(name) && accepts(one));

const name = (example: string): OptionType => ({
  accepts: (value) => typeof value === 'string' && isObjectName('long', value),
  fix: `give a name: '${example}'`,
});

/** An address of a registry, without a scheme and a tag. */
const REGISTRY = /^[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d+)?(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;

const settingTypes: Readonly<Record<keyof FluxSettingsOf<FluxVersion>, OptionType>> = {
  version: oneOf(fluxVersions),
  featureGates: { accepts: isObject, fix: 'give gates: { CancelHealthCheckOnNewRevision: true }' },
  concurrency: {
    accepts: (value) => isCount(value) || byComponent(isCount)(value),
    fix: "give a positive number, or one by controller: { 'helm-controller': 10 }",
  },
  requeueDependency: { accepts: (value) => isDuration(value) && !/^[0.]+\D/.test(value), fix: "give a duration: '5s'" },
  noCrossNamespaceRefs: flag,
  defaultServiceAccount: name('flux-apply'),
  noRemoteBases: flag,
  watchLabelSelector: {
    accepts: (value) => typeof value === 'string' && value !== '' && labelSelectorFault(value) === undefined,
    fix: "give a selector of labels that Kubernetes can parse: '!sharding.fluxcd.io/key'",
  },
  components: {
    accepts: (value) => Array.isArray(value) && requiredComponents.every((one) => value.includes(one)),
    fix: `give a list of controllers, with ${requiredComponents.map((one) => `'${one}'`).join(' and ')}: nothing is reconciled without these`,
  },
  registry: {
    accepts: (value) => typeof value === 'string' && REGISTRY.test(value),
    fix: "give the address of the images without a scheme: 'registry.example.org/fluxcd'",
  },
  operator: { accepts: isObject, fix: 'give an object: { sync: { kind, url, ref } }' },
};

const operatorTypes: Readonly<Record<keyof FluxOperatorSettings, OptionType>> = {
  release: {
    accepts: (value) => typeof value === 'string' && value !== '' && semverRangeFault(value) === undefined,
    fix: "give a release or a range: '2.9.4'",
  },
  artifact: {
    accepts: (value) => typeof value === 'string' && value.startsWith('oci://'),
    fix: "give the URL of an OCI artifact: 'oci://…'",
  },
  sync: {
    accepts: (value) =>
      isObject(value) && ['kind', 'url', 'ref'].every((one) => typeof value[one] === 'string' && value[one] !== ''),
    fix: "give { kind: 'GitRepository', url: 'https://…', ref: 'refs/heads/main' }",
  },
  cluster: { accepts: isObject, fix: "give fields of spec.cluster: { type: 'aws' }" },
};

/** As the CRDs of the sources that the operator makes have it; a bucket's endpoint is any text. */
const sourceUrls: Readonly<Record<string, readonly [pattern: RegExp, example: string]>> = {
  GitRepository: [
    /^(http|https|ssh):\/\//,
    "'https://github.com/acme/fleet', or 'ssh://git@github.com/acme/fleet.git'",
  ],
  OCIRepository: [/^oci:\/\//, "'oci://ghcr.io/acme/fleet'"],
  Bucket: [/./, "'s3.amazonaws.com'"],
};

const providersOf: Readonly<Record<string, readonly string[]>> = {
  GitRepository: ['generic', 'azure', 'github', 'aws'],
  OCIRepository: ['generic', 'aws', 'azure', 'gcp'],
  Bucket: ['generic', 'aws', 'azure', 'gcp'],
};

const syncTypes = (kind: string): Readonly<Record<keyof NonNullable<FluxOperatorSettings['sync']>, OptionType>> => {
  const [pattern, example] = sourceUrls[kind] ?? sourceUrls['Bucket']!;
  return {
    kind: oneOf(Object.keys(sourceUrls)),
    url: { accepts: (value) => typeof value === 'string' && pattern.test(value), fix: `give ${example}` },
    ref: text("give 'refs/heads/main'"),
    name: {
      accepts: (value) => typeof value === 'string' && value.length <= 63 && isObjectName('long', value),
      fix: "give a name of 63 characters at most: 'flux-system'",
    },
    interval: { accepts: isDuration, fix: "give a duration: '1m'" },
    pullSecret: name('git'),
    provider: oneOf(providersOf[kind] ?? []),
  };
};

/**
 * Reads `flux` of a cluster; `report` hears of what is wrong.
 *
 * @param which `cluster "dev"`
 * @param lockdown as the cluster's own option says
 */
export const parseFlux = (
  which: string,
  given: FluxVersion | FluxSettings | undefined,
  lockdown: boolean | undefined,
  report: (problem: Diagnostic) => void,
): ParsedFlux => {
  if (given === undefined || typeof given === 'string') return { version: given ?? NEWEST, settings: undefined };
  const problems = (problem: Diagnostic) => report({ ...problem, at: { ...problem.at, path: within(problem) } });
  const good = parseOptions<FluxSettingsOf<FluxVersion>>('flux', `flux of ${which}`, given, settingTypes, problems);
  if (good.version === undefined && !('version' in given))
    problems(contradiction(`flux of ${which} has no version`, 'version', `add version: '${NEWEST}'`));
  const version = good.version ?? NEWEST;
  if (lockdown !== undefined) {
    const says = good.noCrossNamespaceRefs ?? false;
    const message =
      lockdown === says
        ? `${which} declares one flag twice: lockdown and flux.noCrossNamespaceRefs`
        : `${which} has lockdown: ${lockdown}, and flux runs ${says ? 'with' : 'without'} noCrossNamespaceRefs`;
    problems(
      contradiction(
        message,
        'noCrossNamespaceRefs',
        `take lockdown out, and write flux: { noCrossNamespaceRefs: ${lockdown} }`,
      ),
    );
  }
  for (const component of good.components ?? []) {
    if (isComponent(component)) continue;
    const message = `flux of ${which} has a component ${formatValue(component)}, which Flux doesn't have`;
    problems(contradiction(message, 'components', suggest(String(component), components)));
  }
  const operator =
    good.operator === undefined
      ? undefined
      : parseOptions<FluxOperatorSettings>(
          'flux.operator',
          `flux.operator of ${which}`,
          good.operator,
          operatorTypes,
          (one) => problems({ ...one, at: { ...one.at, path: `operator.${one.at.path ?? ''}` } }),
        );
  const { release, sync } = operator ?? {};
  if (release !== undefined && good.version !== undefined && !mayBeOfMinor(release, version)) {
    const message = `flux of ${which} has version ${version}, and the operator would install release ${formatValue(release)}`;
    problems(contradiction(message, 'operator.release', `write '${version}.x', or change version`));
  }
  if (sync !== undefined) {
    const report = (one: Diagnostic) =>
      problems({ ...one, at: { ...one.at, path: `operator.sync.${one.at.path ?? ''}` } });
    parseOptions('flux.operator.sync', `flux.operator.sync of ${which}`, sync, syncTypes(sync.kind), report);
  }
  const settings = {
    ...good,
    version,
    ...(good.components === undefined ? {} : { components: good.components.filter(isComponent) }),
    ...(operator === undefined ? {} : { operator }),
    featureGates: parseGates(good, version, problems),
  } as FluxSettings;
  const gates = flagsOf(settings, 'helm-controller').get('feature-gates') ?? '';
  const hasHelm = componentsOf(settings).includes('helm-controller');
  if (hasHelm && /CancelHealthCheckOnNewRevision=true/.test(gates) && !/DefaultToRetryOnFailure=true/.test(gates)) {
    problems(
      diagnose(gateNeedsOther, {
        message: `flux of ${which} has CancelHealthCheckOnNewRevision on in helm-controller, and not DefaultToRetryOnFailure: a release without retries stays failed once its health check is cancelled`,
        at: { path: 'featureGates.CancelHealthCheckOnNewRevision' },
        fix: "write CancelHealthCheckOnNewRevision: { 'kustomize-controller': true }, or add DefaultToRetryOnFailure: true",
      }),
    );
  }
  return { version, settings };
};

const within = ({ at }: Diagnostic): string => (at.path === undefined ? 'flux' : `flux.${at.path}`);

/** The gates that the controllers of this version know: one that a controller doesn't know ends it at its start. */
const parseGates = (
  { featureGates: given = {}, components: listed = components }: Partial<FluxSettingsOf<FluxVersion>>,
  version: FluxVersion,
  report: (problem: Diagnostic) => void,
): object => {
  const good: Record<string, unknown> = {};
  const refuse = (gate: string, message: string, fix: string) =>
    report(diagnose(unknownFeatureGate, { message, at: { path: `featureGates.${gate}` }, fix }));
  const installed = components.filter((one) => listed.includes(one));
  for (const [gate, value] of Object.entries(given)) {
    const names: readonly string[] = isObject(value) ? Object.keys(value) : [];
    if (value === undefined) continue;
    if (typeof value !== 'boolean' && !byComponent((one) => typeof one === 'boolean')(value)) {
      const wrong = names.find((one) => !isComponent(one));
      refuse(
        gate,
        `the feature gate "${gate}" has ${wrong === undefined ? `the value ${formatValue(value)}` : `a value for "${wrong}"`}`,
        wrong === undefined
          ? "write true or false, or one of them by controller: { 'kustomize-controller': true }"
          : suggest(wrong, components),
      );
      continue;
    }
    const meant = typeof value === 'boolean' ? installed : names.filter(isComponent);
    const unknowing = meant.filter((one) => gateSince(one, gate, version) === undefined);
    if (meant.length > unknowing.length && (typeof value === 'boolean' || unknowing.length === 0)) {
      good[gate] = value;
      continue;
    }
    const elsewhere = components.filter((one) => gateSince(one, gate, version) !== undefined);
    if (typeof value === 'boolean' && elsewhere.length > 0) {
      const message = `the feature gate "${gate}" is of ${elsewhere.join(' and ')}, which components doesn't list`;
      refuse(gate, message, `take it out, or add '${elsewhere[0]}' to components`);
      continue;
    }
    const who = typeof value === 'boolean' ? 'no controller' : unknowing.join(' and ');
    const message = `${who} of Flux ${version} ${typeof value === 'boolean' ? 'knows' : unknowing.length > 1 ? "don't know" : "doesn't know"} the feature gate "${gate}"`;
    refuse(gate, message, gateFix(gate, unknowing, version));
  }
  return good;
};

const gateFix = (gate: string, unknowing: readonly Component[], version: FluxVersion): string => {
  const later = fluxVersions.find((one) => unknowing.some((name) => gateSince(name, gate, one) !== undefined));
  if (later !== undefined && fluxVersions.indexOf(later) > fluxVersions.indexOf(version)) {
    return `take it out until the cluster runs Flux ${later}, which has it`;
  }
  const others = components.filter((one) => !unknowing.includes(one) && Object.hasOwn(featureGates[one], gate));
  if (others.length > 0) return `take it out: ${others.join(' and ')} ${others.length > 1 ? 'have' : 'has'} it`;
  const known = new Set(unknowing.flatMap((one) => gatesOf(one, version)));
  const near = nearest(gate, known);
  return near === undefined ? `take it out; there is ${[...known].sort().join(', ')}` : `did you mean "${near}"?`;
};
