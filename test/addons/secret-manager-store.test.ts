import { secretManagerStore } from '../../src/addons/secret-manager-store/index.js';
import { describeAddon } from './addon-case.js';

describeAddon(secretManagerStore, { external: [{ kind: 'Namespace', name: 'external-secrets' }] });
