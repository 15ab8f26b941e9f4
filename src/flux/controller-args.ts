import { type Component, components } from './components.js';
import { gateSince } from './feature-gates.js';
import type { FluxSettings } from './flux-settings.js';

const REQUEUES = ['kustomize-controller', 'helm-controller'] as const;

/** The controllers that have a flag, in every Flux that fluxspan knows: `main.go` of each. */
const flagged: Readonly<Record<string, readonly Component[]>> = {
  'no-cross-namespace-refs': components.filter((one) => one !== 'source-controller'),
  'watch-label-selector': components.filter((one) => one !== 'notification-controller'),
  // Other controllers have it for the identities of workloads alone.
  'default-service-account': REQUEUES,
  'requeue-dependency': REQUEUES,
  'no-remote-bases': ['kustomize-controller'],
};

/** The value of a setting that may be given for all controllers or by controller. */
const valueFor = <T extends number | boolean>(
  value: T | { readonly [C in Component]?: T } | undefined,
  component: Component,
  isForAll: boolean,
): T | undefined => (typeof value === 'object' ? value[component] : isForAll ? value : undefined);

/** The feature gates that the settings switch on or off in a controller, sorted. */
const gatesFor = ({ version, featureGates = {} }: FluxSettings, component: Component): readonly string[] =>
  Object.entries(featureGates as Readonly<Record<string, boolean | { readonly [C in Component]?: boolean }>>)
    .flatMap(([gate, value]) => {
      const isOn = valueFor(value, component, gateSince(component, gate, version) !== undefined);
      return isOn === undefined ? [] : [`${gate}=${isOn}`];
    })
    .sort();

/** Whether the settings switch a gate on, one that is off unless somebody does. */
export const isGateOn = (settings: FluxSettings, component: Component, gate: string): boolean =>
  gatesFor(settings, component).includes(`${gate}=true`);

/** The flags that the settings give each controller, by name without `--`: what isn't set has none. */
export const flagsOf = (settings: FluxSettings, component: Component): ReadonlyMap<string, string> => {
  const { concurrency, requeueDependency, noCrossNamespaceRefs, noRemoteBases } = settings;
  const { defaultServiceAccount, watchLabelSelector } = settings;
  const has = (flag: string) => flagged[flag]!.includes(component);
  const flags = new Map<string, string>();
  const concurrent = valueFor<number>(concurrency, component, (REQUEUES as readonly Component[]).includes(component));
  if (concurrent !== undefined) flags.set('concurrent', String(concurrent));
  if (requeueDependency !== undefined && has('requeue-dependency')) flags.set('requeue-dependency', requeueDependency);
  if (noCrossNamespaceRefs === true && has('no-cross-namespace-refs')) flags.set('no-cross-namespace-refs', 'true');
  if (defaultServiceAccount !== undefined && has('default-service-account'))
    flags.set('default-service-account', defaultServiceAccount);
  if (noRemoteBases === true && has('no-remote-bases')) flags.set('no-remote-bases', 'true');
  if (watchLabelSelector !== undefined && has('watch-label-selector'))
    flags.set('watch-label-selector', watchLabelSelector);
  const gates = gatesFor(settings, component);
  if (gates.length > 0) flags.set('feature-gates', gates.join(','));
  return flags;
};

/** The controllers that the settings are for: those that are listed, or any that may be installed. */
export const componentsOf = ({ components: listed }: FluxSettings): readonly Component[] =>
  listed === undefined ? components : components.filter((one) => listed.includes(one));
