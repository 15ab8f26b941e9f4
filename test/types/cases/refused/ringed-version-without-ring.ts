import { openVersions } from 'fluxspan';

const { version } = openVersions<'podinfo' | 'harbor', 'web', 'podinfo'>(
  (import.meta as { readonly url: string }).url,
  './versions.yaml',
);

export const same = version('harbor');
export const differs = version('podinfo');
