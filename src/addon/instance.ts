import { z } from 'zod';
import { helmReleaseSettingNames, mergeHelmReleaseSettings } from '../constructs/helm-release-settings.js';
import { kustomizationSettingNames, mergeKustomizationSettings } from '../constructs/kustomization-settings.js';
import type { UnlistedValues } from '../constructs/unlisted-values.js';
import { type Diagnostic, diagnose, formatValue, rememberPlaces, suggest, thrownText } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isText } from '../json/is-text.js';
import { ADDON_INSTANCE, type AddonInstance, type InstanceData, settingNames } from './addon.js';
import type { AddonDefinition } from './addon-definition.js';
import { isChartVersion, VERSION_FIX } from './chart-version.js';
import { badOption } from './diagnostics.js';
import type { AddonInputs, Inspection } from './inspection.js';
import { optionProblem } from './option-problem.js';
import { readReleaseSetting } from './release-settings.js';
import { replaceInputs } from './replace-inputs.js';
import { hasVersion, isAddonSource } from './source.js';
import { isTexts, LABELS_FIX, NO_LABELS } from './validate-fields.js';

type Settings = Readonly<Record<string, unknown>>;

const isSetting = (name: string): boolean => (settingNames as readonly string[]).includes(name);

const isUnlisted = (value: unknown): value is UnlistedValues => {
  try {
    return (
      isPlainRecord(value) &&
      Object.values(value).every(
        (one) =>
          isPlainRecord(one) && 'value' in one && typeof one['reason'] === 'string' && one['reason'].trim() !== '',
      )
    );
  } catch {
    // A getter threw.
    return false;
  }
};

/** Reads what the cluster's code says of an addon. Nothing is thrown: the cluster reports the problems. */
export const makeInstance = (definition: AddonDefinition, inspect: () => Inspection, given: unknown): AddonInstance => {
  const problems: Diagnostic[] = [];
  const refuse = (message: string, fix: string, path = '') => {
    problems.push(diagnose(badOption, { message, fix, at: path === '' ? {} : { path } }));
  };
  /** What an object holds, read once: a getter may throw. */
  const membersOf = (what: unknown, path: string): Settings => {
    try {
      return isPlainRecord(what) ? { ...what } : {};
    } catch (error) {
      const said = path === '' ? 'what' : `\`${path}\` that`;
      refuse(
        `${said} addon "${definition.name}" was given cannot be read: ${thrownText(error)}`,
        'give plain data',
        path,
      );
      return {};
    }
  };
  const settings = membersOf(given, '');
  if (given !== undefined && !isPlainRecord(given)) {
    refuse(`addon "${definition.name}" was given ${formatValue(given)}`, 'give an object of options');
  }
  const releases = Object.keys(definition.charts ?? {});
  const options = parseOptions(definition, settings, refuse);

  const read = <T>(setting: string, isValid: (value: unknown) => value is T, what: string) =>
    readReleaseSetting(definition.name, setting, settings[setting], releases, isValid, what, refuse);
  const values = read('values', isPlainRecord, 'the values as an object');
  const unlistedValues = read(
    'unlistedValues',
    isUnlisted,
    "values by path, each with its reason: { 'a.b': { value, reason } }",
  );
  const { source } = definition;
  const versions = source !== undefined ? {} : read('version', isText, "a version as text: '1.2.3'");
  for (const [release, version] of Object.entries(versions)) {
    const { url } = definition.charts![release]!;
    if (typeof url !== 'string' || isChartVersion(version, url)) continue;
    refuse(
      `\`version\` of release "${release}" of addon "${definition.name}" is ${formatValue(version)}, and no version`,
      VERSION_FIX,
      'version',
    );
  }
  const { version } = settings;
  const tag = source !== undefined && isText(version) ? version : undefined;
  // What is not a source is told of the definition.
  if (isAddonSource(source) && version !== undefined) {
    if (!hasVersion(source)) {
      const kind = source.kind === 'Bucket' ? 'a bucket' : 'a source that it does not make';
      refuse(`addon "${definition.name}" reads ${kind}, which has no \`version\``, 'leave `version` out', 'version');
    } else if (tag === undefined) {
      refuse(
        `\`version\` of addon "${definition.name}" is ${formatValue(version)}`,
        "give a tag as text: 'v1.2.3'",
        'version',
      );
    }
  }

  const { createNamespace } = settings;
  /** Of the definition, whose own problems it tells itself, and of the cluster's code. */
  const layersOf = (field: 'kustomization' | 'helmRelease', names: readonly string[], example: string) => {
    const own = settings[field];
    if (own !== undefined && !isPlainRecord(own))
      refuse(`\`${field}\` is not an object`, `give its fields: ${example}`, field);
    const layer = membersOf(own, field);
    for (const name of Object.keys(layer)) {
      if (names.includes(name)) continue;
      refuse(
        `\`${field}\` of addon "${definition.name}" takes no field "${name}"`,
        suggest(name, names),
        `${field}.${name}`,
      );
    }
    return [membersOf(definition[field], field), layer] as const;
  };
  const kustomization = layersOf('kustomization', kustomizationSettingNames, "{ interval: '5m' }");
  const helmRelease = layersOf('helmRelease', helmReleaseSettingNames, "{ timeout: '20m' }");
  if (createNamespace !== undefined && typeof createNamespace !== 'boolean')
    refuse('`createNamespace` is not a boolean', 'write true or false', 'createNamespace');
  if (createNamespace === true && definition.namespace === undefined) {
    refuse(
      `addon "${definition.name}" lives in no namespace that it could create`,
      'leave `createNamespace` out',
      'createNamespace',
    );
  }
  const { namespaceLabels } = settings;
  if (namespaceLabels !== undefined && !isTexts(namespaceLabels))
    refuse(`\`namespaceLabels\` is ${NO_LABELS}`, LABELS_FIX, 'namespaceLabels');
  else if (namespaceLabels !== undefined && definition.namespace === undefined) {
    refuse(
      `addon "${definition.name}" lives in no namespace that could have labels`,
      'leave `namespaceLabels` out',
      'namespaceLabels',
    );
  }
  const inspectReplaced =
    settings['inputPatterns'] === undefined
      ? inspect
      : withInputs(inspect, (inputs) => {
          const report = (problem: Diagnostic) => problems.push(problem);
          return replaceInputs(inputs, settings['inputPatterns'], { addon: definition.name, refuse, report });
        });
  const places = rememberPlaces();
  const instance: InstanceData = {
    [ADDON_INSTANCE as symbol]: true,
    name: definition.name,
    definition,
    inspect: inspectReplaced,
    options,
    values,
    unlistedValues,
    versions,
    tag,
    kustomization: mergeKustomizationSettings(...kustomization),
    helmRelease: mergeHelmReleaseSettings(...helmRelease),
    layers: { kustomization, helmRelease },
    givenOptions: Object.keys(settings).filter((key) => !isSetting(key)),
    namespaceLabels: {
      ...(isTexts(definition.namespaceLabels) ? definition.namespaceLabels : {}),
      ...(isTexts(namespaceLabels) ? namespaceLabels : {}),
    },
    createNamespace: typeof createNamespace === 'boolean' ? createNamespace : (definition.createNamespace ?? false),
    problems: problems.map((problem) => ({ ...problem, at: { addon: String(definition.name), ...problem.at } })),
    place: () => places()[0],
    callers: () => places().slice(1),
  };
  return instance as unknown as AddonInstance;
};

/** Replaced at once, since the problems of an instance are read before its inputs. */
const withInputs = (inspect: () => Inspection, replace: (inputs: AddonInputs) => AddonInputs): (() => Inspection) => {
  const inspection = inspect();
  const replaced = { ...inspection, inputs: replace(inspection.inputs) };
  return () => replaced;
};

/** Undefined where they are refused: what a `build` would make without them is no one's. */
const parseOptions = (
  definition: AddonDefinition,
  settings: Settings,
  refuse: (message: string, fix: string, path?: string) => void,
): unknown => {
  const schema = definition.options;
  const isObjectSchema = (schema as Partial<z.core.$ZodType> | null | undefined)?._zod?.def.type === 'object';
  const shape = isObjectSchema ? (schema as z.core.$ZodObject)._zod.def.shape : {};
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (isSetting(key)) continue;
    if (Object.hasOwn(shape, key)) own[key] = value;
    else
      refuse(
        `addon "${definition.name}" has no option "${key}"`,
        suggest(key, [...Object.keys(shape), ...settingNames]),
        key,
      );
  }
  if (!isObjectSchema) return {};
  let parsed: ReturnType<typeof z.safeParse>;
  try {
    // Options are read once for each use: to compile a function for it costs more than it saves.
    parsed = z.safeParse(schema as z.core.$ZodObject, own, { jitless: true });
  } catch (error) {
    refuse(
      `the options of addon "${definition.name}" cannot be read: ${thrownText(error)}`,
      'fix the schema in `options`: it is not async, and what it computes does not throw',
      'options',
    );
    return undefined;
  }
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const { message, fix, path } = optionProblem(definition.name, issue, own);
    refuse(message, fix, path);
  }
  return undefined;
};
