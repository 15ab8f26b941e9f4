import { defineAddon, FluxApp, FluxCluster, ociSource } from 'fluxspan';

const apps = defineAddon({
  name: 'apps',
  source: ociSource({ url: 'oci://example.org/apps', ref: { tag: '1.0.0', semverFilter: '.*' } }),
  path: './deploy',
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [apps()]);
