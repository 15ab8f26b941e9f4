import { gitSource } from '../../addon/source.js';
import { defineAddon } from '../define-addon.js';

/** The CRDs of External Secrets, from its own repository: https://external-secrets.io/latest/api/spec/ */
export const externalSecretsCrds = defineAddon({
  name: 'external-secrets-crds',
  description: 'the CRDs of External Secrets',
  provides: ['external-secrets.io', 'generators.external-secrets.io'],
  source: gitSource('https://github.com/external-secrets/external-secrets', 'v2.9.0', { name: 'external-secrets' }),
  path: './deploy/crds',
});
