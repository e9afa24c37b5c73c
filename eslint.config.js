import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.{ts,tsx}', '**/*.suite.ts', 'e2e/**/*.ts', 'testing/**/*.ts', 'bench/**/*.ts'];
const plain = ['**/*.{js,mjs,cjs}'];

/** The habit is 250 lines a file and 50 a function (docs/style.md); these are where a machine says stop. */
const size = (file, aFunction) => ({
  'max-lines': ['error', { max: file, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: aFunction, skipBlankLines: true, skipComments: true }],
});

export default defineConfig(
  globalIgnores(['dist/', 'data/', '.cache/', 'node_modules/', 'test-results/', 'playwright-report/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...size(300, 80),
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // An async function may be an event handler of React; anywhere else a lost promise is a lost error.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      // Our objects are closures behind an interface; there is no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // A function that implements a port is async because the port says so.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['core/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'core has no clock: take the time as an argument.',
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'core has no clock: take the time as an argument.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'core makes no chance of its own: take ids and salts as arguments.',
        },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  { files: ['web/**/*.tsx'], rules: size(300, 120) },
  // The browser's console is where an error goes that the page survives.
  { files: ['web/**/*.{ts,tsx}'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
  {
    files: tests,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'no-console': 'off',
      // expect.any() and its like are `any` by their type.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  // Programs for a terminal.
  { files: ['scripts/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: plain, rules: size(300, 80) },
);
