import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildError } from '../../applied/build/build-error.js';
import { runKustomize } from '../../applied/build/run-kustomize.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { HelmError } from './helm-error.js';

/**
 * What the post-renderers of a release make of its manifests.
 * https://fluxcd.io/flux/components/helm/helmreleases/#post-renderers
 *
 * @throws HelmError where kustomize fails, as it does in the cluster
 */
export const postRender = (manifests: string, spec: JsonObject): string => {
  const renderers = Array.isArray(spec['postRenderers']) ? spec['postRenderers'] : [];
  let now = manifests;
  for (const renderer of renderers) {
    const kustomize = isObject(renderer) ? renderer['kustomize'] : undefined;
    if (isObject(kustomize)) now = build(now, { patches: kustomize['patches'], images: kustomize['images'] });
  }
  return now;
};

const build = (manifests: string, what: Readonly<Record<string, unknown>>): string => {
  const fields = Object.entries(what).filter(([, value]) => value !== undefined && value !== null);
  if (fields.length === 0 || manifests.trim() === '') return manifests;
  const root = mkdtempSync(join(tmpdir(), 'fluxspan-render-'));
  try {
    mkdirSync(join(root, 'release'));
    writeFileSync(join(root, 'release', 'manifests.yaml'), manifests, { mode: 0o600 });
    const kustomization = { resources: ['manifests.yaml'], ...Object.fromEntries(fields) };
    writeFileSync(join(root, 'release', 'kustomization.yaml'), JSON.stringify(kustomization), { mode: 0o600 });
    return runKustomize(root, 'release');
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    throw new HelmError(`its post-renderers fail: ${error.message}`, 'fix the patches of postRenderers');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
