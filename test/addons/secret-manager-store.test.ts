import { secretManagerStore } from '../../src/addons/secret-manager-store/index.js';
import { describeAddon } from './addon-case.js';

describeAddon(secretManagerStore, { namespaces: ['external-secrets'] });
