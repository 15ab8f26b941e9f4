import type { BuiltObject } from '../../applied/build/build-folder.js';
import { type Diagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { type Component, components, defaultComponents } from '../../flux/components.js';
import { componentsOf, flagsOf } from '../../flux/controller-args.js';
import { featureGates, gateSince } from '../../flux/feature-gates.js';
import type { FluxSettings } from '../../flux/flux-settings.js';
import { matchesSelector } from '../../flux/label-selector.js';
import { isObject } from '../../json/is-object.js';
import { type BuiltController, readControllers } from './built-controllers.js';
import { fluxDiffers, rootNotWatched, settingOverridden } from './diagnostics.js';

/** Compares the controllers that Flux's folder builds with the settings. */
export const controllerProblems = (
  objects: readonly BuiltObject[],
  settings: FluxSettings,
  file: string,
): readonly Diagnostic[] => {
  if (settings.operator !== undefined) {
    return settingsOfNone(new Set(settings.components ?? defaultComponents), settings);
  }
  const found = readControllers(objects);
  const at = { file };
  // Before the bootstrap, gotk-components.yaml is empty and Flux's kustomization file builds no controllers.
  if (found.size === 0) return [];
  return [
    ...missingComponents(found, settings),
    ...settingsOfNone(new Set(found.keys()), settings),
    ...[...found].flatMap(([name, built]) => [
      ...releaseProblems(name, built, settings),
      ...flagProblems(name, built, settings),
      ...imageProblems(name, built, settings),
    ]),
    ...rootProblems(objects, settings),
  ].map((problem) => ({ ...problem, at: { ...at, ...problem.at } }));
};

const missingComponents = (
  found: ReadonlyMap<Component, BuiltController>,
  { components: listed }: FluxSettings,
): readonly Diagnostic[] => {
  if (listed === undefined) return [];
  const extras = listed.filter((one) => !found.has(one));
  const undeclared = [...found.keys()].filter((one) => !listed.includes(one));
  return [
    ...(extras.length === 0
      ? []
      : [
          diagnose(fluxDiffers, {
            message: `the settings list ${extras.join(' and ')}, which gotk-components.yaml doesn't have`,
            fix: `run flux bootstrap … --components=${[...found.keys()].filter((one) => listed.includes(one)).join(',')} --components-extra=${extras.join(',')}, or take ${extras.length > 1 ? 'them' : 'it'} out of components`,
          }),
        ]),
    ...(undeclared.length === 0
      ? []
      : [
          diagnose(fluxDiffers, {
            message: `gotk-components.yaml has ${undeclared.join(' and ')}, which the settings don't list`,
            severity: 'notice',
            fix: `add ${undeclared.map((one) => `'${one}'`).join(', ')} to components`,
          }),
        ]),
  ];
};

/** Reports settings of controllers that aren't installed: their patches select nothing, and kustomize is silent. */
const settingsOfNone = (installed: ReadonlySet<Component>, settings: FluxSettings): readonly Diagnostic[] => {
  const { concurrency, featureGates: gates = {}, components: listed = [], version } = settings;
  // Another problem already names a listed controller.
  const isMissing = (name: Component): boolean => !installed.has(name) && !listed.includes(name);
  const named = (path: string, value: unknown) =>
    components.flatMap((name) =>
      isObject(value) && value[name] !== undefined && isMissing(name)
        ? [{ path: `${path}.${name}`, names: [name] }]
        : [],
    );
  const ofGates = Object.entries(gates).flatMap(([gate, value]) => {
    if (isObject(value)) return named(`featureGates.${gate}`, value);
    const knowing = components.filter((name) => gateSince(name, gate, version) !== undefined);
    return knowing.length > 0 && knowing.every(isMissing) ? [{ path: `featureGates.${gate}`, names: knowing }] : [];
  });
  return [...named('concurrency', concurrency), ...ofGates].map(({ path, names }) =>
    diagnose(fluxDiffers, {
      message: `${path} changes nothing, since ${names.join(' and ')} ${names.length === 1 ? "isn't" : "aren't"} installed`,
      severity: 'warning',
      fix: `install ${names.length === 1 ? 'it' : 'one of them'}, or remove ${path} from the settings`,
    }),
  );
};

/** Whether a release is the same as another one or later: `2.9.4`, `2.9.0`. */
const isAtLeast = (release: string, since: string): boolean => {
  const [a, b] = [release, since].map((one) => one.split('.').map((part) => Number.parseInt(part, 10)));
  for (const [index, part] of b!.entries()) {
    const own = a![index] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
};

const releaseProblems = (
  name: Component,
  { release, flags }: BuiltController,
  { version }: FluxSettings,
): readonly Diagnostic[] => {
  if (release === undefined || !/^\d+\.\d+\.\d+/.test(release)) return [];
  const gates: Readonly<Record<string, string>> = featureGates[name];
  const problems = (flags.get('feature-gates') ?? '').split(',').flatMap((pair): readonly Diagnostic[] => {
    const gate = pair.split('=')[0] ?? '';
    if (gate === '') return [];
    const since = Object.hasOwn(gates, gate) ? gates[gate] : undefined;
    if (since !== undefined && isAtLeast(release, since)) return [];
    // A Flux release that fluxspan doesn't know may have it.
    if (since === undefined && !isKnownRelease(release)) return [];
    return [
      diagnose(fluxDiffers, {
        message: `${name} of Flux ${release} doesn't know the feature gate "${gate}"${since === undefined ? '' : `, which came with ${since}`}, and would end at its start`,
        notes: [`${name} reports: feature-gate '${gate}' not supported`],
        fix:
          since === undefined
            ? suggest(gate, Object.keys(gates))
            : `update Flux to ${since} or later first, in a change of its own`,
      }),
    ];
  });
  if (release.startsWith(`${version}.`) || name !== 'source-controller') return problems;
  return [
    ...problems,
    diagnose(fluxDiffers, {
      message: `the settings are for Flux ${version}, and gotk-components.yaml has ${release}`,
      severity: 'notice',
      fix: `write version: '${release.split('.').slice(0, 2).join('.')}', or update Flux`,
    }),
  ];
};

const isKnownRelease = (release: string): boolean => !isAtLeast(release, '2.10.0');

/** The flags that have a setting. */
const MODELLED: Readonly<Record<string, string>> = {
  concurrent: 'concurrency',
  'requeue-dependency': 'requeueDependency',
  'no-cross-namespace-refs': 'noCrossNamespaceRefs',
  'default-service-account': 'defaultServiceAccount',
  'no-remote-bases': 'noRemoteBases',
  'watch-label-selector': 'watchLabelSelector',
  'feature-gates': 'featureGates',
};
/** The value of a flag that nothing sets. */
const UNSET: Readonly<Record<string, string>> = { 'no-cross-namespace-refs': 'false', 'no-remote-bases': 'false' };
/** Flags that decide what synth writes and refuses: if the settings lack one, they're wrong. */
const DECISIVE: ReadonlySet<string> = new Set([
  'no-cross-namespace-refs',
  'default-service-account',
  'watch-label-selector',
]);

const flagProblems = (name: Component, { flags }: BuiltController, settings: FluxSettings): readonly Diagnostic[] => {
  const wanted = componentsOf(settings).includes(name) ? flagsOf(settings, name) : new Map<string, string>();
  return Object.keys(MODELLED).flatMap((flag): readonly Diagnostic[] => {
    const want = wanted.get(flag);
    const is = flags.get(flag);
    if (flag === 'feature-gates') return gateProblems(name, want, is);
    if (want === is || (want === undefined && is === UNSET[flag])) return [];
    if (want === undefined && !DECISIVE.has(flag)) return [];
    const setting = MODELLED[flag]!;
    return [
      diagnose(settingOverridden, {
        message:
          want === undefined
            ? `${name} gets --${flag}=${is}, and the settings of Flux have no ${setting}`
            : `${name} would run with ${is === undefined ? `no --${flag}` : `--${flag}=${is}`}, but the settings have ${want}`,
        fix:
          want === undefined
            ? `declare it: flux: { ${setting}: ${Object.hasOwn(UNSET, flag) ? is : `'${is}'`} }, and take the patch that sets it out`
            : `take the patch of ${name} that changes ${is === undefined ? 'its args' : `--${flag}`} out`,
      }),
    ];
  });
};

const gateProblems = (name: Component, want = '', is = ''): readonly Diagnostic[] => {
  const have = new Map(is.split(',').map((pair) => pair.split('=') as [string, string]));
  return want
    .split(',')
    .filter((pair) => pair !== '')
    .flatMap((pair) => {
      const [gate = '', value] = pair.split('=');
      if (have.get(gate) === value) return [];
      return diagnose(settingOverridden, {
        message: `${name} would run with ${have.has(gate) ? `${gate}=${have.get(gate)}` : `no feature gate "${gate}"`}, but the settings have ${value}`,
        fix: `take the patch of ${name} that changes --feature-gates out`,
      });
    });
};

const imageProblems = (
  name: Component,
  { image }: BuiltController,
  { registry }: FluxSettings,
): readonly Diagnostic[] =>
  registry === undefined || image.startsWith(`${registry}/`)
    ? []
    : [
        diagnose(settingOverridden, {
          message: `the image of ${name} is "${image}", but the settings have registry: '${registry}'`,
          fix: `run flux bootstrap … --registry=${registry}, or take the entry of "images" that changes it out`,
        }),
      ];

const ROOT_KINDS: ReadonlySet<string> = new Set(['Kustomization', 'GitRepository', 'OCIRepository', 'Bucket']);

/** Reports a root or source that the controllers would no longer watch. */
const rootProblems = (objects: readonly BuiltObject[], { watchLabelSelector }: FluxSettings): readonly Diagnostic[] => {
  if (watchLabelSelector === undefined) return [];
  return objects.flatMap(({ json, path }) => {
    const { kind, apiVersion, metadata } = json;
    if (!ROOT_KINDS.has(String(kind)) || !/^(?:source|kustomize)\.toolkit\.fluxcd\.io\//.test(String(apiVersion)))
      return [];
    const { name, labels } = isObject(metadata) ? metadata : {};
    if (matchesSelector(watchLabelSelector, isObject(labels) ? labels : {})) return [];
    return diagnose(rootNotWatched, {
      message: `watchLabelSelector "${watchLabelSelector}" leaves out ${kind}/${name}: Flux would never look at it again`,
      at: path === '' ? {} : { file: path },
      fix: "select what isn't for another controller: watchLabelSelector: '!sharding.fluxcd.io/key'",
    });
  });
};
