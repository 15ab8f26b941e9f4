import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

defineInfra(cluster, { vars: { ...vars, TF_SIZE: 'medium' }, values, secrets });
