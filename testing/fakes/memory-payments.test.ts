import { paymentProviderSuite } from '../suites/payment-provider.suite.ts';
import { memoryPayments } from './memory-payments.ts';

paymentProviderSuite('in memory', async () => memoryPayments());
