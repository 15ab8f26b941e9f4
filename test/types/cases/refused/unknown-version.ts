import { openVersions } from 'fluxspan';

const { version } = openVersions<'podinfo', 'web'>((import.meta as { readonly url: string }).url, './versions.yaml');

export const of = version('podnfo');
