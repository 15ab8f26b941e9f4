import { ApiObject } from 'cdk8s';
import { z } from 'zod';
import { defineAddon } from '../../../../src/addon/define-addon.js';
import type { FluxClusterOptions } from '../../../../src/cluster/cluster-options.js';
import { FluxApp } from '../../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../../src/cluster/flux-cluster.js';
import type { ExternalObject } from '../../../../src/declared/external-object.js';
import { printDiagnostic } from '../../../../src/diagnostics/print.js';
import type { Repository } from '../../repository.js';
import { gotkSync } from '../../root/flux-files.js';
import type { Synthesized } from '../../synth.js';

export const FOLDER = 'k8s/clusters/dev';

/** An app whose addon "web" has vars and objects. */
export const webApp = (
  vars: readonly string[] = [],
  options: Pick<
    FluxClusterOptions<ExternalObject, string>,
    'varsConfigMap' | 'varsNamespaces' | 'external' | 'flux'
  > = {},
  objects: readonly Record<string, unknown>[] = [],
): FluxApp => {
  const app = new FluxApp();
  const web = defineAddon({
    name: 'web',
    infra: { vars: Object.fromEntries(vars.map((name) => [name, z.string().meta({ examples: ['a'] })])) },
    build(scope, { vars: given }) {
      const data = Object.fromEntries(vars.map((name) => [name, (given as Record<string, unknown>)[name]]));
      new ApiObject(scope, 'map', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web', namespace: 'default' },
        data,
      } as never);
      for (const [at, object] of objects.entries()) new ApiObject(scope, `more-${at}`, object as never);
    },
  });
  new FluxCluster(app, 'dev', options).stage('all', [web()] as never);
  return app;
};

/** Flux's own files, and the folder of a Kustomization. */
export const bootstrap = (repository: Repository): void => {
  repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, gotkSync(`./${FOLDER}`));
  repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
};

export const kustomization = (name: string, more = '', source = 'flux-system'): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ./apps/${name}
  prune: true
  sourceRef: { kind: GitRepository, name: ${source} }
${more}`;

export const configMap = (name: string, data = '', more = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: apps${more} }\ndata: { text: '${data}' }\n`;

export const from = (name: string, kind = 'ConfigMap', more = ''): string =>
  `  postBuild: { substituteFrom: [{ kind: ${kind}, name: ${name}${more} }] }\n`;

export const textOf = ({ diagnostics }: Synthesized): string => diagnostics.map(printDiagnostic).join('');
/** `error FX554` */
export const codesOf = ({ diagnostics }: Synthesized): readonly string[] =>
  diagnostics.map(({ severity, code }) => `${severity} ${code}`);
