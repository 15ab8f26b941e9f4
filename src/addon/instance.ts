import { z } from 'zod';
import { type Diagnostic, diagnose, rememberPlace, suggest } from '../diagnostics/index.js';
import { ADDON_INSTANCE, type AddonDefinition, type AddonInstance, settingNames } from './addon.js';

type Settings = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? String(part) : `.${String(part)}`))
    .join('');

/** Reads what the cluster's code says of an addon. Nothing is thrown: the cluster reports the problems. */
export const makeInstance = (definition: AddonDefinition, given: unknown): AddonInstance => {
  const problems: Diagnostic[] = [];
  const refuse = (message: string, fix: string, path = '') => {
    problems.push(diagnose('FX107', { message, fix, at: path === '' ? {} : { path } }));
  };
  const settings: Settings = isObject(given) ? given : {};
  if (given !== undefined && !isObject(given)) {
    refuse(`addon "${definition.name}" was given ${JSON.stringify(given)}`, 'give an object of options');
  }
  const releases = Object.keys(definition.charts ?? {});
  const options = parseOptions(definition, settings, refuse);

  const values: Record<string, object> = {};
  if (settings['values'] !== undefined) {
    if (!isObject(settings['values'])) refuse('`values` is no object', 'give the values as an object', 'values');
    else if (releases.length === 0)
      refuse(`addon "${definition.name}" has no chart to give values to`, 'leave `values` out', 'values');
    else if (releases.length === 1) values[releases[0]!] = settings['values'];
    else {
      for (const [release, value] of Object.entries(settings['values'])) {
        if (!releases.includes(release))
          refuse(
            `addon "${definition.name}" has no release "${release}"`,
            suggest(release, releases),
            `values.${release}`,
          );
        else if (!isObject(value))
          refuse(`\`values.${release}\` is no object`, 'give the values as an object', `values.${release}`);
        else values[release] = value;
      }
    }
  }

  const versions: Record<string, string> = {};
  let tag: string | undefined;
  const version = settings['version'];
  const isVersion = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (version !== undefined) {
    if (definition.source !== undefined && isVersion(version)) tag = version;
    else if (releases.length === 1 && isVersion(version)) versions[releases[0]!] = version;
    else if (releases.length > 1 && isObject(version)) {
      for (const [release, one] of Object.entries(version)) {
        if (!releases.includes(release))
          refuse(
            `addon "${definition.name}" has no release "${release}"`,
            suggest(release, releases),
            `version.${release}`,
          );
        else if (!isVersion(one))
          refuse(`\`version.${release}\` is no version`, "write it as text: '1.2.3'", `version.${release}`);
        else versions[release] = one;
      }
    } else if (releases.length === 0)
      refuse(`addon "${definition.name}" has nothing that has a version`, 'leave `version` out', 'version');
    else
      refuse(
        `\`version\` of addon "${definition.name}" is ${JSON.stringify(version)}`,
        releases.length > 1 ? `give one by release: { '${releases[0]}': '…' }` : "write it as text: '1.2.3'",
        'version',
      );
  }

  const { kustomization, createNamespace } = settings;
  if (kustomization !== undefined && !isObject(kustomization))
    refuse('`kustomization` is no object', 'give its fields: { interval: … }', 'kustomization');
  if (createNamespace !== undefined && typeof createNamespace !== 'boolean')
    refuse('`createNamespace` is no boolean', 'write true or false', 'createNamespace');
  if (createNamespace === true && definition.namespace === undefined) {
    refuse(
      `addon "${definition.name}" lives in no namespace that it could create`,
      'leave `createNamespace` out',
      'createNamespace',
    );
  }
  return {
    [ADDON_INSTANCE as symbol]: true,
    name: definition.name,
    definition,
    options,
    values,
    versions,
    tag,
    kustomization: { ...definition.kustomization, ...(isObject(kustomization) ? kustomization : {}) },
    createNamespace: typeof createNamespace === 'boolean' ? createNamespace : (definition.createNamespace ?? false),
    problems: problems.map((problem) => ({ ...problem, at: { addon: String(definition.name), ...problem.at } })),
    place: rememberPlace(),
  };
};

const parseOptions = (
  definition: AddonDefinition,
  settings: Settings,
  refuse: (message: string, fix: string, path?: string) => void,
): unknown => {
  const schema = definition.options;
  const shape =
    schema !== undefined && schema._zod.def.type === 'object' ? (schema as z.core.$ZodObject)._zod.def.shape : {};
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    if ((settingNames as readonly string[]).includes(key)) continue;
    if (Object.hasOwn(shape, key)) own[key] = value;
    else
      refuse(
        `addon "${definition.name}" has no option "${key}"`,
        suggest(key, [...Object.keys(shape), ...settingNames]),
        key,
      );
  }
  if (schema === undefined || schema._zod.def.type !== 'object') return {};
  const parsed = z.safeParse(schema, own);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const path = pathOf(issue.path);
    refuse(
      `option "${path}" of addon "${definition.name}": ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`,
      'give what the option takes',
      path,
    );
  }
  return {};
};
