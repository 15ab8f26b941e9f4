import { objectsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { compilePattern } from '../schema/pattern.js';
import { eachText } from '../substitution/each-text.js';
import type { TextOwners } from '../substitution/escape-dollars.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites, type Site, siteOf } from '../substitution/sites.js';
import { parsePatch } from '../yaml/parse-patch.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { CompiledObject } from './compiled-object.js';

type Step = string | number;

/** What patches select an object by, and the object. */
type PatchableObject = Pick<CompiledObject, 'group' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'json'>;

/** One text of a patch, as it comes to stand in an object. */
interface Part {
  /** Its path is where it will stand, as far as the patch says. */
  readonly site: Site;
  readonly kind: string;
}

/** A text of a Kustomization that its build puts into objects, and that Flux then substitutes with them. */
export interface PatchedText<O extends PatchableObject = CompiledObject> {
  /** The Kustomization that says it. */
  readonly object: O;
  /** `spec.patches[0].patch` */
  readonly path: string;
  /** The whole text, at its place in the Kustomization; undefined where it holds nothing for Flux. */
  readonly site: Site | undefined;
  readonly parts: readonly Part[];
}

/** The target of a patch. */
export interface Selector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/**
 * What an addon's Kustomization puts into its objects before Flux substitutes: patches and images, but not
 * commonMetadata, which Flux adds afterwards. Patches of nothing but objects that Flux leaves alone are left alone too.
 */
export const patchedTexts = <O extends PatchableObject>(
  addon: { readonly objects: readonly PatchableObject[]; readonly entry: readonly O[] },
  objectOwners: TextOwners | undefined,
): readonly PatchedText<O>[] => {
  // A patch is escaped as one text, whatever its parts are.
  const owners = objectOwners === undefined ? undefined : { ...objectOwners, takesDefaults: false };
  return addon.entry.flatMap((object) => {
    if (object.kind !== 'Kustomization') return [];
    const { patches, images } = specOf(object.json) as {
      readonly patches?: unknown;
      readonly images?: unknown;
    };
    const found: PatchedText<O>[] = [];
    const add = (steps: readonly Step[], site: Site | undefined, parts: readonly Part[]) =>
      found.push({ object, path: `spec.${steps[1]}[${steps[2]}].${steps[3]}`, site, parts });
    for (const [index, entry] of objectsOf(patches).entries()) {
      const { patch, target } = entry as { readonly patch?: unknown; readonly target?: Selector };
      if (typeof patch !== 'string' || !patch.includes('$')) continue;
      const documents = documentsOf(patch);
      if (leavesAlone(addon.objects, target, documents)) continue;
      const steps = ['spec', 'patches', index, 'patch'];
      const site = siteOf(patch, steps, false, owners);
      const whole = site === undefined ? [] : [{ site: { ...site, path: [] }, kind: '' }];
      add(steps, site, documents?.flatMap((one) => partsOf(one, target?.kind ?? '', owners)) ?? whole);
    }
    for (const [index, image] of objectsOf(images).entries()) {
      eachText(image, (text, path, isKey) => {
        // The name is what is looked for.
        if (isKey || path[0] === 'name') return;
        const steps = ['spec', 'images', index, ...path];
        const site = siteOf(text, steps, false, owners);
        add(steps, site, site === undefined ? [] : [{ site: { ...site, path: ['image'] }, kind: '' }]);
      });
    }
    return found;
  });
};

/** The documents of a patch; undefined where it is not YAML, which kustomize will say. */
const documentsOf = (patch: string): readonly unknown[] | undefined => {
  try {
    return parsePatch(patch);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

const partsOf = (document: unknown, kind: string, owners: TextOwners | undefined): readonly Part[] => {
  const found: Part[] = [];
  const take = (node: unknown, before: readonly Step[], of: string) => {
    for (const site of findSites(node, owners)) {
      found.push({ site: { ...site, path: [...before, ...site.path] }, kind: of });
    }
  };
  if (!Array.isArray(document)) {
    const own = (document as { readonly kind?: unknown } | null)?.kind;
    take(document, [], typeof own === 'string' ? own : kind);
    return found;
  }
  // https://datatracker.ietf.org/doc/html/rfc6902
  for (const operation of objectsOf(document)) {
    const { path, value } = operation as { readonly path?: unknown; readonly value?: unknown };
    take(value, typeof path === 'string' ? pointerSteps(path) : [], kind);
  }
  return found;
};

/** https://datatracker.ietf.org/doc/html/rfc6901#section-4 */
const pointerSteps = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const leavesAlone = (
  objects: readonly PatchableObject[],
  target: Selector | undefined,
  documents: readonly unknown[] | undefined,
): boolean => {
  const selected = objects.filter((object) =>
    target === undefined ? documents?.some((one) => names(one, object)) === true : selects(target, object),
  );
  return selected.length > 0 && selected.every(({ json }) => isDisabled(json));
};

/** A patch that looks like the object which it changes. */
const names = (document: unknown, object: PatchableObject): boolean => {
  const { kind, metadata } = (document ?? {}) as JsonObject;
  return kind === object.kind && (metadata as JsonObject | undefined)?.['name'] === object.name;
};

/** Labels and annotations are not looked at: kustomize may select fewer objects, never more. */
export const selects = (target: Selector, object: PatchableObject): boolean =>
  fits(target.group, object.group) &&
  fits(target.version, object.apiVersion.slice(object.apiVersion.indexOf('/') + 1)) &&
  fits(target.kind, object.kind) &&
  fits(target.name, object.name) &&
  fits(target.namespace, object.namespace ?? '');

/** Selectors are whole regular expressions, and an empty one is none. */
const fits = (pattern: string | undefined, value: string): boolean => {
  if (typeof pattern !== 'string' || pattern === '' || pattern === value) return true;
  // Of one that Go doesn't read, kustomize says so itself.
  return compilePattern(`^(?:${pattern})$`)?.(value) ?? true;
};
