/** Codes of refused pictures. Those for uploads are reasons in core/upload-refusal.ts. */
export type PictureRefusalCode =
  | 'picture-damaged'
  | 'picture-too-large'
  | 'picture-animated'
  | 'picture-unsupported'
  | 'picture-blank'
  | 'picture-slim';

export type PictureRefusal = { refused: PictureRefusalCode; detail: string };

/** `detail` is an English sentence for the person who uploads the file. It says what is wrong and what to do. */
export const pictureRefusals = {
  damaged: {
    refused: 'picture-damaged',
    detail: 'This picture is damaged or incomplete. Open it, save it again as PNG or JPEG, and upload that.',
  },
  tooLarge: {
    refused: 'picture-too-large',
    detail: 'This picture has more than 65 million pixels. Make it smaller and upload it again.',
  },
  animated: {
    refused: 'picture-animated',
    detail: 'This picture is animated. Save the frame that needs a signature as PNG or JPEG and upload that.',
  },
  unsupported: {
    refused: 'picture-unsupported',
    detail: 'This kind of picture can’t be read here. Save it as PNG, JPEG or PDF and upload that.',
  },
  blank: {
    refused: 'picture-blank',
    detail: 'This picture is blank. Choose another one.',
  },
  slim: {
    refused: 'picture-slim',
    detail: 'This picture is too narrow to be visible. Choose another one.',
  },
} satisfies Record<string, PictureRefusal>;
