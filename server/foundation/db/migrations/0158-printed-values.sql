-- What the page prints for a value, where that is not the value itself: `value` of a number is canonical, and the page prints it
-- in the number format of the document. Null: the value is printed as it is stored.
ALTER TABLE field_values ADD COLUMN printed text;
