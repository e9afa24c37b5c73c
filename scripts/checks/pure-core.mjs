// Lint rule: code in core/ must get time and randomness as arguments.

const messages = {
  clock: 'core has no clock: take the time as an argument.',
  chance: 'core has no randomness: take ids and salts as arguments.',
};

const isNamed = (node, name) => node?.type === 'Identifier' && node.name === name;

const rule = {
  meta: { type: 'problem', messages },
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression') return;
      if (isNamed(callee.object, 'Date') && isNamed(callee.property, 'now'))
        context.report({ node, messageId: 'clock' });
      if (isNamed(callee.object, 'Math') && isNamed(callee.property, 'random'))
        context.report({ node, messageId: 'chance' });
    },
    NewExpression(node) {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0)
        context.report({ node, messageId: 'clock' });
    },
  }),
};

export default { meta: { name: 'pure-core' }, rules: { 'no-clock-no-chance': rule } };
