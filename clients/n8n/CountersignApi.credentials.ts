/** The address of the installation and an API key. */
export class CountersignApi {
  name = 'countersignApi';
  displayName = 'Countersign API';
  properties = [
    {
      displayName: 'Installation',
      name: 'url',
      type: 'string',
      default: '',
      placeholder: 'https://sign.example.com',
      required: true,
    },
    {
      displayName: 'API key',
      name: 'key',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
  ];
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.key}}' } },
  };
  test = { request: { baseURL: '={{$credentials.url}}', url: '/api/auth/user' } };
}
