import { azureServiceOperator } from '../../src/addons/azure-service-operator/index.js';
import { describeAddon } from './addon-case.js';

describeAddon(azureServiceOperator);
