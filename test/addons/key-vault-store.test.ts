import { keyVaultStore } from '../../src/addons/key-vault-store/index.js';
import { describeAddon } from './addon-case.js';

describeAddon(keyVaultStore, { external: [{ kind: 'Namespace', name: 'external-secrets' }] });
