import { type FluxVersion, fluxVersions } from '../../declared/declared-cluster.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const newerField = defineDiagnostic({
  code: 'FX604',
  name: 'newer-field',
  severity: 'error',
  summary: "An object has a field that the cluster's Flux doesn't know, so server-side apply refuses it.",
  page: {
    example: 'new FluxCluster(app, "dev", { flux: "2.8" })   // and a release with postRenderStrategy',
    flux: '.spec.postRenderStrategy: field not declared in schema',
    right: 'new FluxCluster(app, "dev", { flux: "2.9" })',
  },
  exceptable: true,
});

/**
 * The first Flux release that has a field, according to the CRDs of each release. Fields that every supported Flux has
 * are left out.
 */
const newFields: Readonly<Record<string, Readonly<Record<string, FluxVersion>>>> = {
  'kustomize.toolkit.fluxcd.io/Kustomization': {
    'postBuild.substituteStrategy': '2.9',
    ignore: '2.9',
    buildMetadata: '2.9',
  },
  'helm.toolkit.fluxcd.io/HelmRelease': {
    waitStrategy: '2.8',
    healthCheckExprs: '2.8',
    'install.serverSideApply': '2.8',
    'upgrade.serverSideApply': '2.8',
    'rollback.serverSideApply': '2.8',
    postRenderStrategy: '2.9',
    'upgrade.chartNameChangeStrategy': '2.9',
    'valuesFrom[].literal': '2.9',
  },
};

/** The cluster's Flux knows every field of its objects: server-side apply rejects unknown ones. */
export const newerFieldRule = defineRule(
  [newerField],
  ({ units, flux }, report) => {
    if (flux === undefined) return;
    const own = fluxVersions.indexOf(flux);
    if (own === fluxVersions.length - 1) return;
    for (const { objects, entry } of units) {
      for (const object of [...objects, ...entry]) {
        const fields = newFields[`${object.group}/${object.kind}`];
        if (fields === undefined) continue;
        for (const [path, since] of Object.entries(fields)) {
          if (fluxVersions.indexOf(since) <= own || !isSet(specOf(object), path.split('.'))) continue;
          report(
            diagnose(newerField, {
              message: `Flux ${flux} does not know "spec.${path}", which came with ${since}, and refuses the object`,
              at: placeIn(object, `spec.${path}`),
              fix:
                object.addon === undefined
                  ? `take it out, or update Flux to ${since}`
                  : `take it out, or set flux: '${since}' on the cluster once it runs that`,
            }),
          );
        }
      }
    }
  },
  { looksAtApplied: true },
);

const isSet = (node: unknown, [key, ...rest]: readonly string[]): boolean => {
  if (key === undefined) return node !== undefined;
  if (typeof node !== 'object' || node === null) return false;
  const name = key.replace(/\[\]$/, '');
  const member = (node as Record<string, unknown>)[name];
  if (member === undefined) return false;
  return name === key ? isSet(member, rest) : Array.isArray(member) && member.some((one) => isSet(one, rest));
};
